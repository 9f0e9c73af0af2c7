import type { Notice, NoticeService, Reminder } from '../runtime/services/messageServices.ts';
import type { Http } from './http/client.ts';
import { pageFromWire, type WirePage } from './http/paged.ts';

const NOTICE_BASE = '/system/sysNotice';
const REMINDER_BASE = '/system/sysMsgRemind';

/** Creates the calls on notices and on the user's reminders (CL-014). */
export const createNoticeCalls = (http: Http): NoticeService => ({
  async list({ page, ...data }, isManaged) {
    return pageFromWire(
      await http.send<WirePage<Notice>>({
        method: 'POST',
        path: `${NOTICE_BASE}/${isManaged ? 'getManageList' : 'getList'}`,
        body: { data, page },
      }),
    );
  },
  open: (id) => http.send({ method: 'GET', path: `${NOTICE_BASE}/getById`, query: { id } }),
  async save(notice) {
    return (await http.send<{ id: string }>({ method: 'POST', path: `${NOTICE_BASE}/saveOrUpdate`, body: notice })).id;
  },
  async release(id) {
    await http.send({ method: 'POST', path: `${NOTICE_BASE}/release`, body: { id } });
  },
  async withdraw(id) {
    await http.send({ method: 'POST', path: `${NOTICE_BASE}/withdraw`, body: { id } });
  },
  async remove(id) {
    await http.send({ method: 'GET', path: `${NOTICE_BASE}/removeById`, query: { id }, isOnce: true });
  },
  async reminders({ page, ...data }) {
    return pageFromWire(
      await http.send<WirePage<Reminder>>({
        method: 'POST',
        path: `${REMINDER_BASE}/msgRemindList`,
        body: { data, page },
      }),
    );
  },
  async markRemindersRead(ids) {
    await http.send({ method: 'POST', path: `${REMINDER_BASE}/read`, body: { ids: ids ?? null } });
  },
  unreadCounts: () => http.send({ method: 'GET', path: `${REMINDER_BASE}/unreadCount`, isQuiet: true }),
});
