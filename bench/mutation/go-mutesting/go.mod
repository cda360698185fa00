module mutation

go 1.24

tool github.com/zimmski/go-mutesting/cmd/go-mutesting

require (
	github.com/davecgh/go-spew v1.1.0 // indirect
	github.com/jessevdk/go-flags v1.4.0 // indirect
	github.com/pmezard/go-difflib v1.0.0 // indirect
	github.com/stretchr/testify v1.4.0 // indirect
	github.com/zimmski/go-mutesting v0.0.0-20210610104036-6d9217011a00 // indirect
	github.com/zimmski/go-tool v0.0.0-20150119110811-2dfdc9ac8439 // indirect
	github.com/zimmski/osutil v0.0.0-20190128123334-0d0b3ca231ac // indirect
	golang.org/x/mod v0.22.0 // indirect
	golang.org/x/sync v0.10.0 // indirect
	golang.org/x/tools v0.29.0 // indirect
	gopkg.in/yaml.v2 v2.2.2 // indirect
)
