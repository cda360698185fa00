module books

go 1.22

require github.com/pocketbase/pocketbase v0.22.21
