import type { PhraseService } from '../runtime/services/phrases.ts';
import type { Http } from './http/client.ts';

/** Creates the calls on phrases for opinions. */
export const createPhraseCalls = (http: Http): PhraseService => {
  const post = (call: string, body: object): Promise<unknown> =>
    http.send({ method: 'POST', path: `/task/flow/phrase/${call}`, body });
  return {
    list: () => http.send({ method: 'GET', path: '/task/flow/phrase/list', isQuiet: true }),
    save: (phrase) => post('save', phrase),
    setOrder: (ids) => post('order', { ids }),
    remove: (ids) => post('remove', { ids }),
  };
};
