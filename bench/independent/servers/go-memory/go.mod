module catalogapi

go 1.22
