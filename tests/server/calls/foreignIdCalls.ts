import type { Answer, Client } from '../support.ts';

/** Ids of one thing of each kind. */
export interface Ids {
  record: string;
  draft: string;
  task: string;
  file: string;
  sent: string;
  received: string;
  notice: string;
  reminder: string;
  typed: string;
  link: string;
  phrase: string;
  delegation: string;
  deleted: string;
  view: string;
  subscription: string;
  session: string;
  archive: string;
  grant: string;
  sealing: string;
  person: string;
  comment: string;
  folder: string;
  document: string;
  contract: string;
}
export type Call = (client: Client, ids: Ids) => Promise<Answer>;

const listView =
  (name: string, more: object = {}): Call =>
  (client, { view: id }) =>
    client.post(`/api/system/listView/${name}`, { formKey: 'sealDemo', place: '', id, ...more });
const STEP = { formKey: 'sealDemo', opinion: '理由' };
const act =
  (name: string, more: object = {}): Call =>
  (client, { record, task }) =>
    client.post(`/api/task/flow/process/${name}`, { ...STEP, recordId: record, taskId: task, ...more });
const crud =
  (path: (ids: Ids) => string): Call =>
  (client, ids) =>
    client.get(`/api/system/frmCrud/${path(ids)}`);
const flow =
  (path: string): Call =>
  (client, { record }) =>
    client.get(`/api/${path}?formKey=sealDemo&recordId=${record}`);
const values = { fieldsMap: {}, childTables: {} };
const attached = (name: string, record: string): string => `/api/file/att/${name}?busId=${record}&busType=sealDemo`;

/** Every call that takes an id of a thing that is somebody's. */
export const CASES: Readonly<Record<string, readonly Call[]>> = {
  'POST /api/system/frmCrud/saveOrUpdate/{formKey}': [
    (client, ids) =>
      client.post('/api/system/frmCrud/saveOrUpdate/sealDemo', { ...values, id: ids.record, revision: 1 }),
    (client, ids) =>
      client.post('/api/system/frmCrud/saveOrUpdate/sealDemo', { ...values, id: ids.draft, revision: 1 }),
    (client, ids) =>
      client.post('/api/system/frmCrud/saveOrUpdate/sealDemo', {
        ...values,
        id: ids.record,
        revision: 1,
        taskId: ids.task,
      }),
  ],
  'POST /api/system/frmCrud/runProcess/{formKey}': (['submit', 'approve', 'return', 'reject'] as const).map(
    (action): Call =>
      (client, ids) =>
        client.post('/api/system/frmCrud/runProcess/sealDemo', {
          record: { ...values, id: ids.record, revision: 1 },
          action,
          taskId: ids.task,
          opinion: '理由',
        }),
  ),
  'GET /api/system/frmCrud/getById/{formKey}': [
    crud(({ record }) => `getById/sealDemo?id=${record}`),
    crud(({ draft }) => `getById/sealDemo?id=${draft}`),
    crud(({ record, task }) => `getById/sealDemo?id=${record}&taskId=${task}`),
  ],
  'POST /api/system/frmCrud/checkUnique/{formKey}': [
    ({ post }, { record: id }) => post('/api/system/frmCrud/checkUnique/sealDemo', { field: 'title', value: 'x', id }),
  ],
  'POST /api/system/frmCrud/action/{formKey}': [
    (client, ids) => client.post('/api/system/frmCrud/action/sealDemo', { action: 'any', ids: [ids.record] }),
  ],
  'GET /api/system/frmCrud/offers/{formKey}': [crud(({ record }) => `offers/sealDemo?id=${record}`)],
  'GET /api/system/frmCrud/prefill/{formKey}': [
    crud(({ record }) => `prefill/sealDemo?from=sealDemo&id=${record}&index=0`),
  ],
  'POST /api/system/frmCrud/void/{formKey}': [
    (client, ids) => client.post('/api/system/frmCrud/void/sealDemo', { id: ids.record, reason: '理由' }),
  ],
  'POST /api/system/frmCrud/restore/{formKey}': [
    ({ post }, { record: id }) => post('/api/system/frmCrud/restore/sealDemo', { id }),
  ],
  'POST /api/system/relation/values/{formKey}': [
    ({ post }, { record: id }) => post('/api/system/relation/values/sealDemo', { id, fill: { x: { name: 'y' } } }),
  ],
  'POST /api/system/relation/rows/{formKey}': [
    ({ post }, { record: id }) => post('/api/system/relation/rows/sealDemo', { id, from: 'rows', columns: { x: 'y' } }),
  ],
  'POST /api/system/relation/readable/{formKey}': [
    (client, ids) => client.post('/api/system/relation/readable/sealDemo', { ids: [ids.record] }),
  ],
  'GET /api/system/frmCrud/changes/{formKey}': [crud(({ record }) => `changes/sealDemo?id=${record}`)],
  'GET /api/system/frmCrud/history/{formKey}': [crud(({ record }) => `history/sealDemo?id=${record}`)],
  'GET /api/system/frmCrud/getRevision/{formKey}': [
    crud(({ record }) => `getRevision/sealDemo?id=${record}&revision=1`),
  ],
  'GET /api/system/frmCrud/comments/{formKey}': [crud(({ record }) => `comments/sealDemo?id=${record}`)],
  'GET /api/system/frmCrud/mentionable/{formKey}': [crud(({ record }) => `mentionable/sealDemo?id=${record}`)],
  'POST /api/system/frmCrud/addComment/{formKey}': [
    (client, ids) => client.post('/api/system/frmCrud/addComment/sealDemo', { id: ids.record, text: '看看' }),
  ],
  'POST /api/system/frmCrud/editComment/{formKey}': [
    (client, ids) =>
      client.post('/api/system/frmCrud/editComment/sealDemo', {
        id: ids.record,
        commentId: ids.comment,
        text: '看看',
        fileIds: [ids.file],
      }),
  ],
  'POST /api/system/frmCrud/removeComment/{formKey}': [
    (client, ids) =>
      client.post('/api/system/frmCrud/removeComment/sealDemo', { id: ids.record, commentId: ids.comment }),
  ],
  'POST /api/system/frmCrud/readComments/{formKey}': [
    (client, ids) =>
      client.post('/api/system/frmCrud/readComments/sealDemo', { id: ids.record, commentId: ids.comment }),
  ],
  'POST /api/system/frmCrud/chain/{formKey}': [
    (client, ids) => client.post('/api/system/frmCrud/chain/sealDemo', { id: ids.record }),
  ],
  'POST /api/system/frmCrud/timeline/{formKey}': [
    (client, ids) => client.post('/api/system/frmCrud/timeline/sealDemo', { id: ids.record }),
  ],
  'GET /api/system/frmCrud/delById/{formKey}': [
    crud(({ record }) => `delById/sealDemo?id=${record}`),
    crud(({ draft }) => `delById/sealDemo?id=${draft}`),
  ],
  'POST /api/auth/session/end': [(client, { session }) => client.post('/api/auth/session/end', { id: session })],
  'GET /api/file/att/getById': [(client, { file }) => client.get(`/api/file/att/getById?id=${file}`)],
  'POST /api/file/att/listByIds': [(client, { file }) => client.post('/api/file/att/listByIds', { ids: [file] })],
  'GET /api/file/sys/file/download/{attId}': [
    (client, { file }) => client.get(`/api/file/sys/file/download/${file}`),
    (client, { file }) => client.get(`/api/file/sys/file/download/${file}?inline=1`),
  ],
  'GET /api/att/download': [(client, { file }) => client.get(`/api/att/download?attId=${file}`)],
  'POST /api/att/download': [(client, { file }) => client.post('/api/att/download', { id: file })],
  'GET /api/common/download': [(client, { file }) => client.get(`/api/common/download?fileName=${file}&delete=true`)],
  'GET /api/common/download/resource': [
    (client, { file }) => client.get(`/api/common/download/resource?resource=/api/file/sys/file/download/${file}`),
  ],
  'POST /api/file/att/outsideUrl': [(client, { file }) => client.post('/api/file/att/outsideUrl', { id: file })],
  'GET /api/file/att/docText': [(client, { file }) => client.get(`/api/file/att/docText?id=${file}`)],
  'POST /api/system/sys/user/setUserPhoto': [
    (client, { file }) => client.post('/api/system/sys/user/setUserPhoto', { id: file }),
  ],
  'GET /api/file/att/listByBusIdAndType': [(client, { record }) => client.get(attached('listByBusIdAndType', record))],
  'GET /api/file/att/mayAdd': [(client, { record }) => client.get(attached('mayAdd', record))],
  'POST /api/file/attBusi/insertAtt': [
    (client, { file, record }) =>
      client.post('/api/file/attBusi/insertAtt', { busId: record, busType: 'sealDemo', attIds: [file] }),
    (client, { file }) =>
      client.post('/api/file/attBusi/insertAtt', { busId: 'outside', busType: 'otherSystem', attIds: [file] }),
  ],
  'GET /api/file/attBusi/removeAtt': [(client, { link }) => client.get(`/api/file/attBusi/removeAtt?id=${link}`)],
  'GET /api/system/frmDraft/get': [(client, { typed }) => client.get(`/api/system/frmDraft/get?id=${typed}`)],
  'GET /api/system/frmDraft/list': [
    (client, { record }) => client.get(`/api/system/frmDraft/list?formKey=sealDemo&recordId=${record}`),
  ],
  'POST /api/system/frmDraft/remove': [
    (client, { typed }) => client.post('/api/system/frmDraft/remove', { ids: [typed] }),
  ],
  'GET /api/task/flow/flwFrm/getFrmCfg': [flow('task/flow/flwFrm/getFrmCfg')],
  'GET /api/task/flow/flwFrm/getFlwDefByFrmKey': [flow('task/flow/flwFrm/getFlwDefByFrmKey')],
  'GET /api/task/flow/process/history': [flow('task/flow/process/history')],
  'GET /api/task/flow/process/progress': [flow('task/flow/process/progress')],
  'GET /api/task/flow/process/pending': [flow('task/flow/process/pending')],
  'GET /api/task/flow/process/options': [flow('task/flow/process/options')],
  'GET /api/system/flow/img/viewProcessImg': [flow('system/flow/img/viewProcessImg')],
  'GET /api/task/flow/img/viewProcessImg': [flow('task/flow/img/viewProcessImg')],
  'POST /api/task/flow/process/takeBackFlow': [act('takeBackFlow')],
  'POST /api/task/flow/process/transfer': [act('transfer', { userIds: ['u-hr'] })],
  'POST /api/task/flow/process/delegate': [act('delegate', { userIds: ['u-hr'] })],
  'POST /api/task/flow/process/addSign': [act('addSign', { userIds: ['u-hr'], place: 'before' })],
  'POST /api/task/flow/process/removeSign': [act('removeSign', { signers: ['u-hr'] })],
  'POST /api/task/flow/process/cc': [act('cc', { userIds: ['u-hr'] })],
  'POST /api/task/flow/process/urge': [act('urge')],
  'POST /api/task/flow/process/message': [act('message', { message: 'x' })],
  'POST /api/task/flow/process/comment': [act('comment')],
  'POST /api/task/flow/process/void': [act('void')],
  'POST /api/system/hr/staffResign/stopFlow': [
    (client, { record, task }) =>
      client.post('/api/system/hr/staffResign/stopFlow', {
        formKey: 'sealDemo',
        recordId: record,
        taskId: task,
        opinion: '理由',
      }),
  ],
  'POST /api/task/flow/task/batchApprove': [
    (client, { task }) => client.post('/api/task/flow/task/batchApprove', { taskIds: [task] }),
  ],
  'POST /api/system/listView/save': [listView('save', { name: '改', config: {} })],
  'POST /api/system/listView/setDefault': [listView('setDefault')],
  'POST /api/system/listView/remove': [(client, { view }) => client.post('/api/system/listView/remove', { id: view })],
  'POST /api/system/subscription/save': [
    (client, { subscription }) =>
      client.post('/api/system/subscription/save', {
        id: subscription,
        datasetKey: 'ledgerCentre/contractAmount',
        title: '改',
        kind: 'figure',
        schedule: { every: 'day', at: '08:00' },
        ways: ['site'],
      }),
  ],
  'POST /api/system/subscription/pause': [
    (client, { subscription }) => client.post('/api/system/subscription/pause', { id: subscription, isPaused: true }),
  ],
  'POST /api/system/subscription/remove': [
    (client, { subscription }) => client.post('/api/system/subscription/remove', { id: subscription }),
  ],
  'POST /api/system/subscription/send': [
    (client, { subscription }) => client.post('/api/system/subscription/send', { id: subscription }),
  ],
  'POST /api/system/recycleBin/restore': [
    (client, { deleted }) => client.post('/api/system/recycleBin/restore', { id: deleted }),
  ],
  'POST /api/system/recycleBin/erase': [
    (client, { deleted }) => client.post('/api/system/recycleBin/erase', { id: deleted }),
  ],
  'POST /api/task/flow/delegation/withdraw': [
    (client, { delegation }) => client.post('/api/task/flow/delegation/withdraw', { id: delegation }),
  ],
  'POST /api/task/flow/phrase/save': [
    (client, { phrase }) => client.post('/api/task/flow/phrase/save', { id: phrase, act: 'approve', text: '改' }),
  ],
  'POST /api/task/flow/phrase/order': [
    (client, { phrase }) => client.post('/api/task/flow/phrase/order', { ids: [phrase] }),
  ],
  'POST /api/task/flow/phrase/remove': [
    (client, { phrase }) => client.post('/api/task/flow/phrase/remove', { ids: [phrase] }),
  ],
  'POST /api/system/sendEmails/sendEmail': [
    (client, { sent }) => client.post('/api/system/sendEmails/sendEmail', { id: sent, subject: 'x', toIds: ['u-hr'] }),
    (client, { file }) =>
      client.post('/api/system/sendEmails/sendEmail', { subject: 'x', toIds: ['u-hr'], fileIds: [file] }),
  ],
  'POST /api/system/sendEmails/saveBatch': [
    (client, { sent }) => client.post('/api/system/sendEmails/saveBatch', { id: sent, subject: 'x' }),
    (client, { file }) => client.post('/api/system/sendEmails/saveBatch', { subject: 'x', fileIds: [file] }),
  ],
  'GET /api/system/sendEmails/getEntity': [
    (client, { sent }) => client.get(`/api/system/sendEmails/getEntity?id=${sent}`),
  ],
  'GET /api/system/sendEmails/removeEntity': [
    (client, { sent }) => client.get(`/api/system/sendEmails/removeEntity?id=${sent}`),
  ],
  'GET /api/system/receiveEmails/getEntity': [
    (client, { received }) => client.get(`/api/system/receiveEmails/getEntity?id=${received}`),
  ],
  'POST /api/system/receiveEmails/deleteByIds': [
    (client, { received, sent }) => client.post('/api/system/receiveEmails/deleteByIds', { ids: [received, sent] }),
  ],
  'POST /api/system/receiveEmails/updateEmail': [
    (client, { received }) => client.post('/api/system/receiveEmails/updateEmail', { id: received, readStatus: '1' }),
  ],
  'POST /api/system/receiveEmails/updateBatch': [
    (client, { received, sent }) =>
      client.post('/api/system/receiveEmails/updateBatch', { ids: [received, sent], readStatus: '1', delStatus: '1' }),
  ],
  'GET /api/system/sysNotice/getById': [
    (client, { notice }) => client.get(`/api/system/sysNotice/getById?id=${notice}`),
  ],
  'POST /api/system/sysNotice/saveOrUpdate': [
    (client, { notice }) => client.post('/api/system/sysNotice/saveOrUpdate', { id: notice, title: 'x' }),
  ],
  'POST /api/system/sysNotice/release': [
    (client, { notice }) => client.post('/api/system/sysNotice/release', { id: notice }),
  ],
  'POST /api/system/sysNotice/withdraw': [
    (client, { notice }) => client.post('/api/system/sysNotice/withdraw', { id: notice }),
  ],
  'GET /api/system/sysNotice/removeById': [
    (client, { notice }) => client.get(`/api/system/sysNotice/removeById?id=${notice}`),
  ],
  ...Object.fromEntries(
    [
      'list',
      'onboardingArchives',
      'getSubordinateList',
      'getPositiveRemind',
      'getContractExpireRemind',
      'getPaperArchivesRemind',
      'getPartRemind',
      'getUserQualificationRemind',
      'getUserAuthArchiveslist',
    ].map((call): [string, Call[]] => [
      `POST /api/system/hr/userArchives/${call}`,
      [
        (client, { archive }) =>
          client.post(`/api/system/hr/userArchives/${call}`, { data: { ids: [archive], days: 3650 } }),
      ],
    ]),
  ),
  'GET /api/system/hr/userArchives/getById': [
    (client, { archive }) => client.get(`/api/system/hr/userArchives/getById?id=${archive}`),
  ],
  'GET /api/system/hr/userArchives/exportArchivesWord': [
    (client, { archive }) => client.get(`/api/system/hr/userArchives/exportArchivesWord?id=${archive}`),
  ],
  'POST /api/system/hr/userArchives/saveOrUpdate': [
    (client, { archive }) => client.post('/api/system/hr/userArchives/saveOrUpdate', { id: archive, post: '改' }),
  ],
  'POST /api/system/hr/userArchives/qrSaveOrUpdate': [
    (client, { archive }) =>
      client.post('/api/system/hr/userArchives/qrSaveOrUpdate', { id: archive, phone: '13800000000' }),
  ],
  'POST /api/system/hr/userArchives/updateSn': [
    (client, { archive }) => client.post('/api/system/hr/userArchives/updateSn', { id: archive, sn: 1 }),
  ],
  'POST /api/system/hr/userArchives/delUserArchives': [
    (client, { archive }) => client.post('/api/system/hr/userArchives/delUserArchives', { ids: [archive] }),
  ],
  'GET /api/system/hr/userArchives/removeById': [
    (client, { archive }) => client.get(`/api/system/hr/userArchives/removeById?id=${archive}`),
  ],
  'POST /api/system/hr/userArchives/downloadUserQualification': [
    (client, { archive }) => client.post('/api/system/hr/userArchives/downloadUserQualification', { ids: [archive] }),
  ],
  'GET /api/system/hr/staffChangeDetail/getByUserId': [
    (client, { person }) => client.get(`/api/system/hr/staffChangeDetail/getByUserId?userId=${person}`),
  ],
  'POST /api/system/hr/userAuth/queryUserAuthList': [
    (client, { grant }) => client.post('/api/system/hr/userAuth/queryUserAuthList', { data: { ids: [grant] } }),
  ],
  'POST /api/system/hr/userAuth/saveUserAuth': [
    (client, { grant }) => client.post('/api/system/hr/userAuth/saveUserAuth', { id: grant, scope: '改' }),
  ],
  'POST /api/system/hr/staffOnboardingDetail/stdBookList': [
    (client, { archive }) =>
      client.post('/api/system/hr/staffOnboardingDetail/stdBookList', { data: { ids: [archive] } }),
  ],
  'POST /api/system/seal/busiSealDetails/saveBusiSealDetails': [
    (client, { sealing }) =>
      client.post('/api/system/seal/busiSealDetails/saveBusiSealDetails', { id: sealing, copies: 9 }),
  ],
  'POST /api/system/sysMsgRemind/read': [
    (client, { reminder }) => client.post('/api/system/sysMsgRemind/read', { ids: [reminder] }),
  ],
  // calls of administrators: whoever is none learns nothing of an id by them
  ...Object.fromEntries(
    (
      [
        ['POST', 'post/save', { name: '岗位' }],
        ['POST', 'post/remove', {}],
        ['POST', 'group/save', { name: '组' }],
        ['POST', 'group/remove', {}],
        ['POST', 'user/change', { name: '改名' }],
        ['POST', 'user/setDisabled', { disabled: true }],
        ['POST', 'user/leave', { reason: '理由' }],
        ['POST', 'user/resetPassword', {}],
        ['POST', 'user/unlock', {}],
        ['POST', 'user/endSessions', {}],
        ['POST', 'user/add', { username: 'newcomer', name: '新人' }],
      ] as const
    ).map(([method, path, body]): [string, Call[]] => [
      `${method} /api/system/sys/${path}`,
      [(client, { person }) => client.post(`/api/system/sys/${path}`, { ...body, id: person })],
    ]),
  ),
  'POST /api/system/sys/user/page': [
    (client, { person }) => client.post('/api/system/sys/user/page', { data: { deptId: person } }),
  ],
  'POST /api/system/sys/user/exportRows': [
    (client, { person }) => client.post('/api/system/sys/user/exportRows', { data: { deptId: person } }),
  ],
  'GET /api/system/sys/user/detail': [(client, { person }) => client.get(`/api/system/sys/user/detail?id=${person}`)],
  'GET /api/system/sys/user/holdings': [
    (client, { person }) => client.get(`/api/system/sys/user/holdings?id=${person}`),
  ],
  'POST /api/system/sys/roleScope/save': [
    (client, { person }) => client.post('/api/system/sys/roleScope/save', { role: person, scope: 'self', forms: [] }),
  ],
  'POST /api/system/sys/role/addMembers': [
    (client, { person }) => client.post('/api/system/sys/role/addMembers', { code: 'staff', userIds: [person] }),
  ],
  'POST /api/system/sys/role/removeMember': [
    (client, { person }) => client.post('/api/system/sys/role/removeMember', { code: 'staff', id: person }),
  ],
  'POST /api/system/sys/role/saveGrid': [
    (client, { person }) => client.post('/api/system/sys/role/saveGrid', { code: person, menus: [], forms: [] }),
  ],
};
