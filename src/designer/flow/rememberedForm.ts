/** Returns the key in local storage for the form that the designer of a process uses while no form uses the process. */
const keyOf = (flowKey: string): string => `flowForm:${flowKey}`;

export const rememberForm = (flowKey: string, formKey: string): void => localStorage.setItem(keyOf(flowKey), formKey);
export const rememberedForm = (flowKey: string): string => localStorage.getItem(keyOf(flowKey)) ?? '';
