/** Whether nothing of a credential is returned: only signs that stand for it (READINGS 12). */
export const isMask = (value: string): boolean => /^[*•●∙·x]+$/i.test(value);
