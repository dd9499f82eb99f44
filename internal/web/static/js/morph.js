// morph
