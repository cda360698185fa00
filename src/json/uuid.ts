const form = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** All UUIDs in a text, in capitals or not. */
export const uuids = new RegExp(form, 'gi');

const onlyUuid = new RegExp(`^${form}$`, 'i');

/** Whether a text is a UUID, in capitals or not. */
export const isUuid = (text: string): boolean => onlyUuid.test(text);
