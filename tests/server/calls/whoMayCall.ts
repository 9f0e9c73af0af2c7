/** Calls that nobody need be signed in for, and why. */
export const PUBLIC: Readonly<Record<string, string>> = {
  'GET /api/captcha': 'before sign-in',
  'POST /api/auth/oauth/token': 'sign-in itself',
  'POST /api/auth/oauth/logout': 'a token that is over may be given back',
  'GET /api/system/screenDef/getLastVersionScreenDef':
    'the pages before sign-in, and no other (tests/server/documents/documents.test.ts)',
  'GET /api/system/platform/logo': 'shown on the sign-in page',
  'GET /api/file/outside/{secret}/{*}': 'the address is the secret, for ten minutes',
};

/** Calls of administrators alone. */
export const ADMINISTRATORS: readonly RegExp[] = [
  /^(GET|POST) \/api\/system\/(frmDef|screenDef|datasetDef)\/(?!getLastVersion)/,
  /^(GET|POST) \/api\/system\/flowDef\//,
  /^POST \/api\/system\/dataset\/preview$/,
  /^(GET|POST) \/api\/task\/flow\/admin\//,
  /^POST \/api\/system\/sys\/(together|bin)\//,
  /^(GET|POST) \/api\/system\/sys\/review\//,
  /^(GET|POST) \/api\/system\/sysAudit\//,
  /^(GET|POST) \/api\/system\/sys\/roleScope\//,
  /^(GET|POST) \/api\/auth\/lock\//,
  /^(GET|POST) \/api\/system\/sys\/menu\/(?!getCurrentUserMenus|getRouters)/,
  /^POST \/api\/system\/sys\/org\/(save|update|updateSn|move|merge|remove)$/,
  /^GET \/api\/system\/sys\/org\/removeById$/,
  /^(GET|POST) \/api\/system\/sys\/role\/(?!options)/,
  /^POST \/api\/system\/sys\/(post|group)\//,
  /^POST \/api\/system\/sys\/user\/(page|add|change|setDisabled|leave|resetPassword|resetFactor|unlinkAccount|unlock|endSessions|import\w*|exportRows)$/,
  /^GET \/api\/system\/sys\/user\/(detail|holdings)$/,
  /^POST \/api\/system\/sys\/dictType\/(saveOrUpdate|page|uses|remove)$/,
  /^(GET|POST) \/api\/system\/sys\/(param|serial|pack|job|channel|outbox|messageKind|apiKey|signInLog|online|fileManage|monitor)\//,
  /^POST \/api\/system\/sys\/visit\/(page|figures|signIns)$/,
  /^POST \/api\/system\/sys\/pageError\/(page|stack)$/,
  /^GET \/api\/system\/sys\/dictType\/removeById$/,
];

/** Calls that need a permission or a keeper's role, which clerks do not have. */
export const PERMITTED: readonly string[] = [
  'POST /api/system/sysNotice/getManageList',
  'POST /api/system/sysNotice/saveOrUpdate',
  'POST /api/system/sysNotice/release',
  'POST /api/system/sysNotice/withdraw',
  'GET /api/system/sysNotice/removeById',
  'GET /api/system/hr/userArchives/setPersonalModify/{flag}',
];
