import { XLSX } from './answersForms.ts';
import { file, page, type Answers, type Shape } from './shape.ts';

const HR = '/api/system/hr';
const ARCHIVES = `${HR}/userArchives`;
const NOTICE = '/api/system/sysNotice';
const savedRecord: Shape = { id: 'text', revision: 'integer' };
/**
 * A record of a form as one flat object. Its other keys are the fields of the form and their display texts
 * (`…Label`).
 */
const flatRecord = {
  id: 'text',
  revision: 'integer',
  title: 'text',
  createByName: 'text',
  createTime: 'text',
  updateByName: 'text',
  updateTime: 'text',
} as const;
const person: Shape = { id: 'text', name: 'text', 'disabled?': 'flag' };
const mailRow: Shape = {
  id: 'text',
  box: 'text',
  emailId: 'text',
  subject: 'text',
  sendUserId: 'text',
  sendUserName: 'text',
  receiveUserNames: 'text',
  emailType: 'text',
  readStatus: 'text',
  status: 'text',
  fileCount: 'integer',
  sendTime: 'text',
};
const mail: Shape = {
  id: 'text',
  emailId: 'text',
  subject: 'text',
  content: 'text',
  emailType: 'text',
  status: 'text',
  readStatus: 'text',
  sendTime: 'text',
  sender: person,
  to: [person],
  cc: [person],
  files: [{ id: 'text', fileName: 'text', fileExt: 'text', url: 'text', size: 'integer' }],
  sourceId: 'text|none',
  place: 'text',
  'receipts?': [{ name: 'text', readTime: 'text' }],
};
const notice: Shape = {
  id: 'text',
  title: 'text',
  content: 'text',
  kind: 'text',
  status: 'text',
  unitIds: ['text'],
  authorName: 'text',
  createTime: 'text',
  releaseTime: 'text',
  readStatus: 'text',
  revision: 'text',
};
const logEntry: Shape = {
  id: 'text',
  time: 'text',
  userId: 'text|none',
  userName: 'text',
  address: 'text',
  requestId: 'text',
  object: 'text',
  objectType: 'text',
  objectId: 'text',
  objectName: 'text',
  action: 'text',
  actionType: 'text',
  'note?': 'text',
  changes: ['map'],
};
const choices: Shape = [{ value: 'text', label: 'text' }];
const seal: Shape = {
  id: 'text',
  name: 'text',
  type: 'text',
  'sealNo?': 'text',
  'keeperName?': 'text',
  'children?': ['map'],
};
const answersFor = (method: string, base: string, calls: readonly string[], shape: Answers[string]): Answers =>
  Object.fromEntries(calls.map((call) => [`${method} ${base}/${call}`, shape]));

/** Answers of calls about mails, notices, the audit log, human resources and seals. */
export const OFFICE_ANSWERS: Answers = {
  'POST /api/system/sendEmails/sendEmail': { id: 'text' },
  'POST /api/system/sendEmails/saveBatch': { ids: ['text'] },
  'POST /api/system/sendEmails/getList': page(mailRow),
  'GET /api/system/sendEmails/getEntity': mail,
  'GET /api/system/sendEmails/removeEntity': 'none',
  ...answersFor('POST', '/api/system/receiveEmails', ['getList', 'getDelList'], page(mailRow)),
  'GET /api/system/receiveEmails/getEntity': mail,
  ...answersFor('POST', '/api/system/receiveEmails', ['deleteByIds', 'updateBatch'], { count: 'integer' }),
  ...answersFor('POST', '/api/system/receiveEmails', ['updateEmail', 'updateReadStatusAll'], 'none'),
  'POST /api/system/receiveEmails/getCountTotalMap': {
    collectionLettersNum: 'text',
    sendLettersNum: 'text',
    delLettersNum: 'text',
    unreadNum: 'text',
    draftNum: 'text',
  },
  ...answersFor('POST', NOTICE, ['getList', 'getManageList'], page(notice)),
  [`GET ${NOTICE}/getById`]: notice,
  [`POST ${NOTICE}/saveOrUpdate`]: { id: 'text' },
  ...answersFor('POST', NOTICE, ['release', 'withdraw'], 'none'),
  [`GET ${NOTICE}/removeById`]: 'none',
  'POST /api/system/sysMsgRemind/msgRemindList': page({
    id: 'text',
    kind: 'text',
    title: 'text',
    content: 'text',
    formKey: 'text',
    recordId: 'text',
    link: 'text',
    createTime: 'text',
    readStatus: 'text',
  }),
  'POST /api/system/sysMsgRemind/read': 'none',
  'GET /api/system/sysMsgRemind/unreadCount': { notice: 'integer', remind: 'integer' },
  'GET /api/system/events': file('text/event-stream'),
  ...answersFor('POST', '/api/system/sysAudit', ['getList', 'getRecordList'], page(logEntry)),
  'POST /api/system/sysAudit/export': XLSX,
  'GET /api/system/sysAudit/getChoices': { objects: choices, actions: choices, recordActions: choices, forms: choices },
  ...answersFor('POST', ARCHIVES, ['list', 'onboardingArchives', 'getSubordinateList'], page(flatRecord)),
  ...answersFor(
    'POST',
    ARCHIVES,
    [
      'getPositiveRemind',
      'getContractExpireRemind',
      'getPaperArchivesRemind',
      'getPartRemind',
      'getUserQualificationRemind',
    ],
    page({ ...flatRecord, remindDate: 'text', daysLeft: 'integer|none', 'certificates?': ['map'] }),
  ),
  ...answersFor('POST', ARCHIVES, ['exportArchives', 'exportUserAuthArchiveslist'], XLSX),
  [`GET ${ARCHIVES}/getById`]: flatRecord,
  [`GET ${ARCHIVES}/exportArchivesWord`]: file(
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ),
  ...answersFor('POST', ARCHIVES, ['saveOrUpdate', 'qrSaveOrUpdate'], savedRecord),
  ...answersFor('POST', ARCHIVES, ['updateSn', 'delUserArchives'], 'none'),
  [`GET ${ARCHIVES}/removeById`]: 'none',
  [`POST ${ARCHIVES}/getUserAuthArchiveslist`]: page({ ...flatRecord, auths: [flatRecord] }),
  [`POST ${HR}/userAuth/queryUserAuthList`]: page(flatRecord),
  [`POST ${HR}/userAuth/saveUserAuth`]: 'map|list',
  [`POST ${ARCHIVES}/downloadUserQualification`]: file('application/zip'),
  [`POST ${ARCHIVES}/import/updateContract`]: { count: 'integer' },
  [`GET ${ARCHIVES}/setPersonalModify/{flag}`]: 'text',
  [`GET ${ARCHIVES}/getPersonalModify`]: 'text',
  [`GET ${HR}/staffChangeDetail/getByUserId`]: [flatRecord],
  [`POST ${HR}/staffOnboardingDetail/stdBookList`]: page(flatRecord),
  [`POST ${HR}/staffOnboardingDetail/exportOnboardingDetail`]: XLSX,
  'GET /api/system/seal/config/querySealConfigListTree': [seal],
  'POST /api/system/seal/busiSealDetails/saveBusiSealDetails': 'map|list',
};
