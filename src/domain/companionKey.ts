/**
 * Key of the stored display text of a field (LB-001…003). In a file of its own, since the sign-in page uses it and does
 * not download the kernel.
 */
export const companionKey = (key: string): string => `${key}Label`;
