# Runs a command as a container engine does: as process 1 and a user without rights, in a root that cannot be written to but
# for /work. It is for a machine without an engine. Arguments: the root, what is mounted at /work, the user, and the
# environment and the command.
root=$1 work=$2 user=$3
shift 3
mount --bind "$root" "$root"
mount --bind "$work" "$root/work"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
mount -o remount,bind,ro "$root"
exec chroot --userspec="$user" "$root" env -i "$@"
