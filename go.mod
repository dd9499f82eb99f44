module ruhr

go 1.26.0
