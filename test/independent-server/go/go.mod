module shopserver

go 1.22
