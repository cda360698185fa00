/** A record that the run created; `id` is null where the response told none. */
export type Created = { readonly operation: string; readonly id: string | null };
