import type { Attachment, AttachmentService } from '../runtime/services/files.ts';
import type { Http } from './http/client.ts';

/** Creates the calls on the files attached to business objects (CL-039, CL-040). */
export const createAttachmentCalls = (http: Http): AttachmentService => ({
  list: (busId, busType) =>
    http.send<Attachment[]>({ method: 'GET', path: '/file/att/listByBusIdAndType', query: { busId, busType } }),
  mayAdd: (busId, busType) =>
    http
      .send<{ mayAdd: boolean }>({ method: 'GET', path: '/file/att/mayAdd', query: { busId, busType } })
      .then(({ mayAdd }) => mayAdd),
  async add(busId, busType, attIds) {
    await http.send({ method: 'POST', path: '/file/attBusi/insertAtt', body: { busId, busType, attIds } });
  },
  async remove(busiAttId) {
    await http.send({ method: 'GET', path: '/file/attBusi/removeAtt', query: { id: busiAttId }, isOnce: true });
  },
});
