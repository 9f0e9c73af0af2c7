/** Returns the form that a process is designed for while no form uses it yet; stored in the browser. */
const keyOf = (flowKey: string): string => `flowForm:${flowKey}`;

export const rememberForm = (flowKey: string, formKey: string): void => localStorage.setItem(keyOf(flowKey), formKey);
export const rememberedForm = (flowKey: string): string => localStorage.getItem(keyOf(flowKey)) ?? '';
