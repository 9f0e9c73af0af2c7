/**
 * Returns the key of the stored display text of a field (LB-001…003). This function is not in the kernel, because the
 * sign-in page uses it and does not download the kernel.
 */
export const companionKey = (key: string): string => `${key}Label`;
