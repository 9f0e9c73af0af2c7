/** Which form a process is made for while no form uses it yet: kept in this browser. */
const keyOf = (flowKey: string): string => `flowForm:${flowKey}`;

export const rememberForm = (flowKey: string, formKey: string): void => localStorage.setItem(keyOf(flowKey), formKey);
export const rememberedForm = (flowKey: string): string => localStorage.getItem(keyOf(flowKey)) ?? '';
