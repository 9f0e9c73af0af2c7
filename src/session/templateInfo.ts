import { useSyncExternalStore } from 'react';
import { STORAGE_KEYS } from './keys.ts';

/**
 * Event that is dispatched in this window when a message has stored new template information. Other windows get the
 * browser's `storage` event.
 */
export const TEMPLATE_EVENT = 'templateinfo';

function subscribe(notify: () => void): () => void {
  for (const name of [TEMPLATE_EVENT, 'storage']) window.addEventListener(name, notify);
  return () => {
    for (const name of [TEMPLATE_EVENT, 'storage']) window.removeEventListener(name, notify);
  };
}

/** LS-007: content of the last template message, from local storage. `tid`: id of the template. */
export const useTemplateInfo = (): { templateInfo: string | null; tid: string | null } => ({
  templateInfo: useSyncExternalStore(subscribe, () => localStorage.getItem(STORAGE_KEYS.templateInfo)),
  tid: useSyncExternalStore(subscribe, () => localStorage.getItem(STORAGE_KEYS.templateId)),
});
