import { file, maybe, page, type Answers, type Shape } from './shape.ts';

const SYS = '/api/system/sys';
const FILES = '/api/file';
const saved: Shape = { id: 'text', revision: 'integer' };
const person: Shape = { id: 'text', showName: 'text', deptName: 'text', unitName: 'text', post: 'text' };
const holder: Shape = {
  id: 'text',
  showName: 'text',
  deptId: 'text|none',
  deptName: 'text',
  unitId: 'text|none',
  unitName: 'text',
  post: 'text',
};
const org: Shape = {
  id: 'text',
  parentId: 'text|none',
  parentName: 'text',
  name: 'text',
  type: 'text',
  url: 'text',
  leaderId: 'text|none',
  leaderName: 'text',
  sn: 'integer',
  disabled: 'flag',
  code: 'text',
  deputyIds: 'text',
  deputyNames: 'text',
  people: 'integer',
  revision: 'text',
};
const orgNode: Shape = { id: 'text', name: 'text', type: 'text', 'disabled?': 'flag', 'children?': ['map'] };
const menu: Shape = {
  id: 'text',
  'code?': 'text',
  'name?': 'text',
  'path?': 'text',
  'component?': 'text',
  'icon?': 'text',
  'showFlag?': 'text',
  'hidden?': 'flag',
  sn: 'integer',
  'meta?': 'map',
  'children?': ['map'],
};
const item: Shape = { dictLabel: 'text', dictValue: 'text', 'listClass?': 'text', sn: 'integer', 'disabled?': 'flag' };
const area: Shape = { code: 'text', name: 'text', parentCode: 'text|none', 'children?': ['map'] };
const stored = { id: 'text', fileName: 'text', fileExt: 'text', url: 'text', size: 'integer' } as const;
const attached: Shape = {
  ...stored,
  busiAttId: 'text',
  busId: 'text',
  busType: 'text',
  createBy: 'text',
  createByName: 'text',
};
const anyFile = file();

/** Sign-in, organisation, menus, dictionaries, areas and files. */
export const SYSTEM_ANSWERS: Answers = {
  'GET /api/captcha': { uuid: 'text', image: 'text' },
  'POST /api/auth/oauth/token': {
    access_token: 'text',
    refresh_token: 'text',
    token_type: 'text',
    expires_in: 'integer',
  },
  'POST /api/auth/oauth/logout': 'none',
  'GET /api/auth/oauth/getCurrentUser': {
    id: 'text',
    username: 'text',
    name: 'text',
    roles: ['text'],
    permissions: ['text'],
    mainDept: maybe({ id: 'text', name: 'text', unitName: 'text' }),
    unitList: [{ id: 'text', name: 'text', url: 'text', mainOrgId: 'text|none' }],
    isFirstLogin: 'flag',
  },
  'GET /api/auth/session/list': [
    { id: 'text', device: 'text', address: 'text', signedIn: 'text', lastSeen: 'text', isCurrent: 'flag' },
  ],
  'POST /api/auth/session/end': 'none',
  'POST /api/auth/session/endOthers': 'integer',
  'GET /api/auth/lock/list': [
    { subject: 'text', kind: 'text', text: 'text', userName: 'text', failures: 'integer', minutes: 'integer' },
  ],
  'POST /api/auth/lock/release': 'none',
  [`POST ${SYS}/user/updatePwd`]: 'none',
  [`GET ${SYS}/user/verifyPassword`]: 'flag',
  [`GET ${SYS}/menu/getCurrentUserMenus`]: [menu],
  [`GET ${SYS}/menu/getRouters`]: [menu],
  [`GET ${SYS}/menu/manage`]: {
    entries: [
      {
        id: 'text',
        parentId: 'text|none',
        roles: maybe(['text']),
        item: 'map',
        isRemoved: 'flag',
        isChanged: 'flag',
        isShipped: 'flag',
        revision: 'integer',
        changedBy: 'text',
        changedAt: 'text',
      },
    ],
    roles: [{ code: 'text', name: 'text' }],
  },
  ...Object.fromEntries(
    ['save', 'move', 'remove', 'restore', 'reset'].map((call) => [`POST ${SYS}/menu/${call}`, saved]),
  ),
  [`GET ${SYS}/org/getCompanyTree`]: [orgNode],
  [`GET ${SYS}/org/getCompany`]: [orgNode],
  [`GET ${SYS}/org/getUnits`]: [{ id: 'text', name: 'text' }],
  [`POST ${SYS}/org/getOrgList`]: page(org),
  [`POST ${SYS}/org/getOrgOnly`]: [{ id: 'text', parentId: 'text|none', name: 'text', type: 'text' }],
  [`GET ${SYS}/org/getById`]: org,
  [`GET ${SYS}/orgLeader/queryOrgLeaderByOrgId/{orgId}`]: [
    { orgId: 'text', orgName: 'text', level: 'integer', userId: 'text', userName: 'text', post: 'text' },
  ],
  [`POST ${SYS}/org/save`]: { id: 'text' },
  [`POST ${SYS}/org/update`]: { id: 'text', revision: 'text' },
  [`POST ${SYS}/org/updateSn`]: 'none',
  [`GET ${SYS}/org/removeById`]: 'none',
  [`POST ${SYS}/user/likeName`]: page(person),
  [`POST ${SYS}/user/listByIds`]: [person],
  [`GET ${SYS}/user/getUserPhoto`]: { url: 'text' },
  [`POST ${SYS}/user/setUserPhoto`]: 'none',
  [`GET ${SYS}/userRole/judgeRoleByUser`]: 'flag',
  [`GET ${SYS}/userRole/judgeRoleLikeByUser`]: 'flag',
  'GET /api/system/dt/user/getUserInfoByRole/{role}': [holder],
  'GET /api/system/crane/user/getUserInfoByRole/{role}': [holder],
  [`GET ${SYS}/roleScope/list`]: {
    forms: [{ formKey: 'text', formName: 'text' }],
    roles: [
      {
        code: 'text',
        name: 'text',
        holders: 'integer',
        scope: 'text',
        deptIds: ['text'],
        forms: [{ formKey: 'text', scope: 'text', 'deptIds?': ['text'] }],
      },
    ],
  },
  [`POST ${SYS}/roleScope/save`]: 'none',
  [`GET ${SYS}/dictItem/getDictItemByTypeCode`]: [item],
  [`GET ${SYS}/dictItem/getDictItemAllByTypeCode`]: [item],
  [`GET ${SYS}/dictType/buildDictTypeTree`]: [
    { id: 'text', typeCode: 'text', typeName: 'text', parentId: 'text|none', 'children?': ['map'] },
  ],
  [`GET ${SYS}/dictType/getById`]: { typeCode: 'text', typeName: 'text', items: [item], revision: 'text' },
  [`GET ${SYS}/dictType/removeById`]: 'none',
  [`POST ${SYS}/dictType/saveOrUpdate`]: { id: 'text' },
  [`GET ${SYS}/area/getArea`]: [area],
  [`GET ${SYS}/area/getTree`]: [area],
  [`POST ${FILES}/sys/file/upload`]: stored,
  'POST /api/common/upload': stored,
  [`POST ${FILES}/sys/file/batchUpload`]: [stored],
  [`POST ${FILES}/att/listByIds`]: [stored],
  [`GET ${FILES}/att/getById`]: stored,
  [`GET ${FILES}/sys/file/download/{attId}`]: anyFile,
  'GET /api/att/download': anyFile,
  'POST /api/att/download': anyFile,
  'GET /api/common/download': anyFile,
  'GET /api/common/download/resource': anyFile,
  [`POST ${FILES}/att/outsideUrl`]: { url: 'text' },
  [`GET ${FILES}/outside/{secret}/{*}`]: anyFile,
  [`GET ${FILES}/att/docText`]: { body: 'text', notes: 'text', isCut: 'flag' },
  [`GET ${FILES}/att/listByBusIdAndType`]: [attached],
  [`POST ${FILES}/attBusi/insertAtt`]: [attached],
  [`GET ${FILES}/attBusi/removeAtt`]: 'none',
};
