type Call = readonly [row: number, method: 'GET' | 'POST', path: string];

/**
 * The calls of the specification (rows CL-001…CL-091; doc 1 §7, doc 2 §7), typed from its sentences. `{system}` is
 * /api/system, `{auth}` /api/auth, `{task}` /api/task, file calls /api/file; calls without a prefix are the system
 * service's (doc 2 §7). Where a path is "not shown", it is the one that src/README.md decides (OD-008…015, OD-023…027).
 */
export const CALLS: readonly Call[] = [
  // authentication
  [1, 'POST', '/api/auth/oauth/token'], [2, 'POST', '/api/auth/oauth/token'], [3, 'POST', '/api/auth/oauth/logout'],
  [4, 'GET', '/api/auth/oauth/getCurrentUser'], [5, 'GET', '/api/captcha'],
  [6, 'POST', '/api/auth/oauth/token'], [6, 'GET', '/api/auth/oauth/getCurrentUser'], [6, 'POST', '/api/auth/oauth/logout'], [6, 'GET', '/api/system/sys/menu/getRouters'],
  [7, 'GET', '/api/system/sys/menu/getCurrentUserMenus'],
  // workflow and tasks
  [8, 'POST', '/api/system/flow/task/getTodoList'], [8, 'POST', '/api/system/flow/task/getAllTodoList'],
  [9, 'POST', '/api/task/flow/task/listMyTodo'], [10, 'POST', '/api/task/flow/task/listMyDone'], [11, 'POST', '/api/task/flow/task/listMyStart'],
  [12, 'POST', '/api/task/flow/process/takeBackFlow'], [13, 'GET', '/api/system/flow/task/countMyTodo'], [14, 'POST', '/api/system/sysMsgRemind/msgRemindList'],
  [15, 'GET', '/api/task/flow/img/getFlwDefImg'], [15, 'GET', '/api/task/flow/img/viewProcessImg'], [16, 'POST', '/api/system/hr/staffResign/stopFlow'],
  [17, 'GET', '/api/task/flow/flwFrm/getFlwDefByFrmKey'], [18, 'GET', '/api/task/flow/flwFrm/getFrmCfg'],
  // mail
  [19, 'POST', '/api/system/sendEmails/sendEmail'], [20, 'POST', '/api/system/sendEmails/saveBatch'], [21, 'POST', '/api/system/sendEmails/getList'],
  [22, 'GET', '/api/system/sendEmails/getEntity'], [22, 'GET', '/api/system/sendEmails/removeEntity'],
  [23, 'POST', '/api/system/receiveEmails/getList'], [24, 'POST', '/api/system/receiveEmails/deleteByIds'],
  [25, 'POST', '/api/system/receiveEmails/updateEmail'], [25, 'POST', '/api/system/receiveEmails/updateBatch'], [26, 'POST', '/api/system/receiveEmails/updateReadStatusAll'],
  [27, 'POST', '/api/system/receiveEmails/getCountTotalMap'], [28, 'POST', '/api/system/receiveEmails/getDelList'], [29, 'GET', '/api/system/receiveEmails/getEntity'],
  // users and files
  [30, 'POST', '/api/system/sys/user/likeName'], [31, 'POST', '/api/system/sys/user/likeName'], [32, 'GET', '/api/system/sys/user/getUserPhoto'],
  [33, 'POST', '/api/system/sys/user/updatePwd'], [34, 'GET', '/api/system/sys/user/verifyPassword'],
  [35, 'POST', '/api/file/sys/file/upload'], [36, 'POST', '/api/file/sys/file/batchUpload'], [37, 'GET', '/api/file/sys/file/download/{attId}'], [38, 'GET', '/api/file/sys/file/download/{attId}'],
  [39, 'GET', '/api/file/att/listByBusIdAndType'], [40, 'GET', '/api/file/attBusi/removeAtt'], [40, 'POST', '/api/file/attBusi/insertAtt'],
  [41, 'GET', '/api/file/att/getById'], [41, 'POST', '/api/file/att/listByIds'], [42, 'POST', '/api/common/upload'], [43, 'GET', '/api/att/download'], [43, 'POST', '/api/att/download'],
  [44, 'GET', '/api/common/download'], [45, 'GET', '/api/common/download/resource'],
  // system, organisation, dictionary, seal
  [46, 'GET', '/api/system/sys/dictItem/getDictItemByTypeCode'], [47, 'GET', '/api/system/sys/dictItem/getDictItemAllByTypeCode'], [48, 'GET', '/api/system/sys/dictType/buildDictTypeTree'],
  [49, 'GET', '/api/system/sys/dictType/getById'], [49, 'GET', '/api/system/sys/dictType/removeById'], [50, 'POST', '/api/system/sys/dictType/saveOrUpdate'],
  [51, 'POST', '/api/system/sys/org/getOrgList'], [51, 'POST', '/api/system/sys/org/getOrgOnly'],
  [52, 'POST', '/api/system/sys/org/save'], [52, 'POST', '/api/system/sys/org/update'], [52, 'POST', '/api/system/sys/org/updateSn'],
  [53, 'GET', '/api/system/sys/org/getById'], [53, 'GET', '/api/system/sys/org/removeById'], [54, 'GET', '/api/system/sys/org/getCompanyTree'], [54, 'GET', '/api/system/sys/org/getCompany'],
  [55, 'GET', '/api/system/sys/org/getUnits'], [56, 'GET', '/api/system/sys/orgLeader/queryOrgLeaderByOrgId/{orgId}'],
  [57, 'GET', '/api/system/sys/area/getArea'], [57, 'GET', '/api/system/sys/area/getTree'],
  [58, 'POST', '/api/system/seal/busiSealDetails/saveBusiSealDetails'], [59, 'GET', '/api/system/seal/config/querySealConfigListTree'],
  [60, 'GET', '/api/system/dt/user/getUserInfoByRole/{role}'], [60, 'GET', '/api/system/crane/user/getUserInfoByRole/{role}'],
  [61, 'GET', '/api/system/sys/userRole/judgeRoleByUser'], [62, 'GET', '/api/system/sys/userRole/judgeRoleLikeByUser'],
  // HR
  [63, 'POST', '/api/system/hr/userArchives/list'], [63, 'POST', '/api/system/hr/userArchives/onboardingArchives'], [63, 'POST', '/api/system/hr/userArchives/getSubordinateList'],
  [64, 'POST', '/api/system/hr/userArchives/saveOrUpdate'], [64, 'POST', '/api/system/hr/userArchives/qrSaveOrUpdate'], [64, 'POST', '/api/system/hr/userArchives/delUserArchives'], [64, 'POST', '/api/system/hr/userArchives/updateSn'],
  [65, 'POST', '/api/system/hr/userArchives/getPositiveRemind'], [65, 'POST', '/api/system/hr/userArchives/getContractExpireRemind'], [65, 'POST', '/api/system/hr/userArchives/getPaperArchivesRemind'],
  [65, 'POST', '/api/system/hr/userArchives/getPartRemind'], [65, 'POST', '/api/system/hr/userArchives/getUserQualificationRemind'],
  [66, 'POST', '/api/system/hr/userArchives/exportArchives'], [67, 'POST', '/api/system/hr/userArchives/getUserAuthArchiveslist'], [67, 'POST', '/api/system/hr/userArchives/exportUserAuthArchiveslist'],
  [68, 'POST', '/api/system/hr/userArchives/downloadUserQualification'], [69, 'POST', '/api/system/hr/userArchives/import/updateContract'],
  [70, 'GET', '/api/system/hr/userArchives/getById'], [70, 'GET', '/api/system/hr/userArchives/removeById'], [71, 'GET', '/api/system/hr/userArchives/exportArchivesWord'],
  [72, 'GET', '/api/system/hr/userArchives/setPersonalModify/{flag}'], [72, 'GET', '/api/system/hr/userArchives/getPersonalModify'],
  [73, 'GET', '/api/system/hr/staffChangeDetail/getByUserId'], [74, 'POST', '/api/system/hr/staffOnboardingDetail/stdBookList'], [75, 'POST', '/api/system/hr/staffOnboardingDetail/exportOnboardingDetail'],
  [76, 'POST', '/api/system/hr/userAuth/queryUserAuthList'], [76, 'POST', '/api/system/hr/userAuth/saveUserAuth'],
  // form engine
  [77, 'GET', '/api/system/frmDef/getLastVersionFrmDef'], [78, 'POST', '/api/system/frmCrud/saveOrUpdate/{formKey}'], [79, 'POST', '/api/system/frmCrud/list/{formKey}'],
  [80, 'POST', '/api/system/frmCrud/listNoAuth/{formKey}'], [81, 'GET', '/api/system/frmCrud/getById/{formKey}'], [82, 'GET', '/api/system/frmCrud/delById/{formKey}'],
  [83, 'POST', '/api/system/frmCrud/runProcess/{formKey}'], [84, 'POST', '/api/system/frmField/importData'],
  // configurable: any list with `data` and `page`; the product's own documents ask this one
  [85, 'POST', '/api/system/frmCrud/list/{formKey}'],
  [86, 'POST', '/api/common/upload'], [87, 'POST', '/api/file/att/listByIds'], [88, 'GET', '/api/file/att/getById'], [89, 'GET', '/api/file/sys/file/download/{attId}'],
  [90, 'POST', '/api/system/frmField/importData'], [91, 'GET', '/api/system/sys/dictItem/getDictItemByTypeCode'],
];
