import type { RecordPageService } from '../../runtime/services/recordPages.ts';
import type { Http } from '../http/client.ts';

/** Creates the calls for comments, timeline and chain of records. */
export function createRecordPageCalls(http: Http): RecordPageService {
  const path = (call: string, formKey: string): string => `/system/frmCrud/${call}/${formKey}`;
  const post =
    (call: string) =>
    <T>(formKey: string, body: object, idempotencyKey?: string): Promise<T> =>
      http.send<T>({
        method: 'POST',
        path: path(call, formKey),
        body,
        isQuiet: true,
        ...(idempotencyKey ? { idempotencyKey } : {}),
      });
  return {
    comments: (formKey, id, pageSize) =>
      http.send({ method: 'GET', path: path('comments', formKey), query: { id, pageSize }, isQuiet: true }),
    mentionable: (formKey, id, keyword) =>
      http.send({ method: 'GET', path: path('mentionable', formKey), query: { id, keyword }, isQuiet: true }),
    addComment: post('addComment'),
    editComment: post('editComment'),
    removeComment: post('removeComment'),
    readComments: post('readComments'),
    timeline: post('timeline'),
    chain: post('chain'),
  };
}
