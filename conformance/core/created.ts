/** A record that the run created; `id` is null if the response had none. */
export type Created = { readonly operation: string; readonly id: string | null };
