/** A record that the run left behind; `id` is null where the reply told none. */
export type Created = { readonly operation: string; readonly id: string | null };
