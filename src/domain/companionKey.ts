/** Key of the stored display text of a field (LB-001…003). Apart from the kernel, which sign-in does not download. */
export const companionKey = (key: string): string => `${key}Label`;
