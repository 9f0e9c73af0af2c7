import { toSearch } from '../navigation/pageNavigation.ts';

/** Addresses of the mail pages (CT-016). */
export const INBOX = '/mail/collectionLetters';
export const SENT = '/mail/sendLetters';
export const DRAFTS = '/mail/draftLetters';
export const mailAddress = (box: 'receive' | 'send', id: string): string => `/mail/detail${toSearch({ box, id })}`;
/**
 * Returns the address of the mail form. `id`: a draft to continue; `source` with `act`: a mail to answer or forward.
 */
export const writeAddress = (query: {
  id?: string;
  source?: string;
  box?: string;
  act?: 'reply' | 'replyAll' | 'forward';
}): string => `/mail/writeLetters${toSearch(query as Record<string, string>)}`;
