import { useSyncExternalStore } from 'react';
import { KEYS } from './keys.ts';

/** Event of this window after a message with new template information; other windows get a `storage` event. */
export const TEMPLATE_EVENT = 'templateinfo';

function subscribe(notify: () => void): () => void {
  for (const name of [TEMPLATE_EVENT, 'storage']) window.addEventListener(name, notify);
  return () => {
    for (const name of [TEMPLATE_EVENT, 'storage']) window.removeEventListener(name, notify);
  };
}

/** LS-007: content of the last template message, from local storage; the component renders again when it changes. */
export const useTemplateInfo = (): { templateInfo: string | null; tid: string | null } => ({
  templateInfo: useSyncExternalStore(subscribe, () => localStorage.getItem(KEYS.templateInfo)),
  tid: useSyncExternalStore(subscribe, () => localStorage.getItem(KEYS.templateId)),
});
