import type { Mail, MailBox, MailCounts, MailRow, MailService } from '../runtime/services/messageServices.ts';
import type { Http } from './http/client.ts';
import { pageFromWire, type WirePage } from './http/paged.ts';

const LIST_PATHS: Readonly<Record<MailBox, string>> = {
  inbox: '/system/receiveEmails/getList',
  deleted: '/system/receiveEmails/getDelList',
  sent: '/system/sendEmails/getList',
  drafts: '/system/sendEmails/getList',
};

/** ML-005: the page to request when only the total is needed. */
const TOTALS_PAGE = { pageNum: 1, pageSize: 8 };

/** Creates the calls on internal mail (CL-019…029). */
export const createMailCalls = (http: Http): MailService => ({
  async list(box, { page, ...data }) {
    return pageFromWire(
      await http.send<WirePage<MailRow>>({
        method: 'POST',
        path: LIST_PATHS[box],
        body: { data: { ...data, ...(box === 'drafts' ? { status: '0' } : {}) }, page },
      }),
    );
  },
  open: (box, id) =>
    http.send<Mail>({
      method: 'GET',
      path: `/system/${box === 'receive' ? 'receiveEmails' : 'sendEmails'}/getEntity`,
      query: { id },
    }),
  async send(mail, idempotencyKey) {
    await http.send({ method: 'POST', path: '/system/sendEmails/sendEmail', body: mail, idempotencyKey });
  },
  async saveDraft(mail, idempotencyKey) {
    const { ids } = await http.send<{ ids: string[] }>({
      method: 'POST',
      path: '/system/sendEmails/saveBatch',
      body: mail,
      idempotencyKey,
    });
    return ids[0] ?? '';
  },
  async remove(ids, from) {
    await http.send({ method: 'POST', path: '/system/receiveEmails/deleteByIds', body: { ids, from } });
  },
  async change(ids, change) {
    await http.send({ method: 'POST', path: '/system/receiveEmails/updateBatch', body: { ids, ...change } });
  },
  async markAllRead() {
    await http.send({ method: 'POST', path: '/system/receiveEmails/updateReadStatusAll' });
  },
  async boxTotals() {
    const total = async (box: MailBox): Promise<string> => {
      const { page } = await http.send<WirePage<MailRow>>({
        method: 'POST',
        path: LIST_PATHS[box],
        body: { data: {}, page: TOTALS_PAGE },
        isQuiet: true,
      });
      return String(page?.total ?? 0);
    };
    const [inbox, sent, deleted] = await Promise.all([total('inbox'), total('sent'), total('deleted')]);
    return { inbox, sent, deleted };
  },
  counts: () =>
    http.send<MailCounts>({ method: 'POST', path: '/system/receiveEmails/getCountTotalMap', isQuiet: true }),
});
