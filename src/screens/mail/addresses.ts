import { toSearch } from '../navigation/pageNavigation.ts';

/** Addresses of the mail pages (CT-016). */
export const INBOX_ADDRESS = '/mail/collectionLetters';
export const SENT_ADDRESS = '/mail/sendLetters';
export const DRAFTS_ADDRESS = '/mail/draftLetters';
/** Returns the address of a mail. `box`: whether the user received or sent it. */
export const mailAddress = (box: 'receive' | 'send', id: string): string => `/mail/detail${toSearch({ box, id })}`;
/**
 * Returns the address of the page for writing a mail. `id`: a draft to continue. `source` and `box`: id and box of a
 * mail to answer or forward. `act`: what to do with this mail.
 */
export const mailFormAddress = (query: {
  id?: string;
  source?: string;
  box?: string;
  act?: 'reply' | 'replyAll' | 'forward';
}): string => `/mail/writeLetters${toSearch(query as Record<string, string>)}`;
