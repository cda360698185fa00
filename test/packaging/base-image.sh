#!/usr/bin/env bash
# Makes a base image of Debian packages, for a machine that can pull no image: libraries, a shell, and the Node and the npm
# of this machine. Arguments: an empty folder, the name of the image, the file of a Node.
set -euo pipefail
cd "$1"
apt-get download -qq libc6 libgcc-s1 libstdc++6 busybox-static
for package in *.deb; do dpkg-deb -x "$package" base; done
mkdir -p base/{usr/,usr/local/}{bin,lib} base/usr/local/etc base/etc/ssl/certs base/{tmp,proc,sys,dev,root}
mv base/bin/busybox base/usr/bin/
for name in $(base/usr/bin/busybox --list); do [ -e "base/usr/bin/$name" ] || ln -s busybox "base/usr/bin/$name"; done
rm -r base/bin && ln -s usr/bin base/bin
chmod 1777 base/tmp
cp "$3" base/usr/local/bin/node
cp -r "$(dirname "$(realpath "$(command -v npm)")")/.." base/usr/local/lib/npm
ln -s ../lib/npm/bin/npm-cli.js base/usr/local/bin/npm
cp /etc/ssl/certs/ca-certificates.crt base/etc/ssl/certs/
echo cafile=/etc/ssl/certs/ca-certificates.crt >base/usr/local/etc/npmrc
echo root:x:0:0::/root:/bin/sh >base/etc/passwd
printf 'FROM scratch\nCOPY base /\nENV PATH=/usr/local/bin:/usr/bin\n' >Containerfile
buildah build --quiet --tag "$2" .
