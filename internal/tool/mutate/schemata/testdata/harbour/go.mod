module harbour

go 1.26
