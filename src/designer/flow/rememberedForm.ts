/** Returns the key in local storage for the form that the user last selected for a process. */
const storageKey = (flowKey: string): string => `flowForm:${flowKey}`;

export const rememberForm = (flowKey: string, formKey: string): void =>
  localStorage.setItem(storageKey(flowKey), formKey);

/** Returns the key of the remembered form; '' if there is none. */
export const rememberedFormKey = (flowKey: string): string => localStorage.getItem(storageKey(flowKey)) ?? '';
