/**
 * Returns the key of the stored display text of a field (LB-001…003). Not part of the kernel, because the sign-in page
 * uses this function and does not download the kernel.
 */
export const companionKey = (key: string): string => `${key}Label`;
