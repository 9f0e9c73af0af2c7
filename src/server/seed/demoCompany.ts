/*
 * The demo company as plain data: two units, their departments, roles and people. Ids are fixed, so that demo
 * records, tests and documents may contain them. Every account has the demo password; `company.ts` hashes it.
 */

export interface DemoUnit {
  id: string;
  name: string;
  /** Address that opens when a person switches to the unit; '#/': the start page of this product. */
  url: string;
}
export interface DemoDept {
  id: string;
  unitId: string;
  name: string;
  leaderId: string;
}
export interface DemoRole {
  code: string;
  name: string;
  permissions: readonly string[];
  /** 'unit': people with the role may read the records of their unit in all forms. Absent: only in `readableForms`. */
  scope?: 'unit';
  /** Forms in which people with the role may read the records of their unit. */
  readableForms?: readonly string[];
}
export interface DemoUser {
  id: string;
  username: string;
  name: string;
  /** Main department; its unit is the main unit. */
  deptId: string;
  /** Departments in further units the person belongs to. */
  moreDeptIds?: readonly string[];
  roles: readonly string[];
  post: string;
}

const units: readonly DemoUnit[] = [
  { id: 'unit-jc', name: '衡准工程检测有限公司', url: '#/' },
  { id: 'unit-zx', name: '衡准工程咨询有限公司', url: '#/' },
];

const depts: readonly DemoDept[] = [
  { id: 'dept-ld', unitId: 'unit-jc', name: '公司领导', leaderId: 'u-manager' },
  { id: 'dept-zh', unitId: 'unit-jc', name: '综合管理部', leaderId: 'u-gaojianping' },
  { id: 'dept-rl', unitId: 'unit-jc', name: '人力资源部', leaderId: 'u-xuwenjuan' },
  { id: 'dept-cw', unitId: 'unit-jc', name: '财务部', leaderId: 'u-maguixiang' },
  { id: 'dept-jy', unitId: 'unit-jc', name: '市场经营部', leaderId: 'u-leader' },
  { id: 'dept-zl', unitId: 'unit-jc', name: '质量技术部', leaderId: 'u-shenzhiyuan' },
  { id: 'dept-sb', unitId: 'unit-jc', name: '设备管理部', leaderId: 'u-pengdahai' },
  { id: 'dept-yw', unitId: 'unit-jc', name: '业务受理中心', leaderId: 'u-luxiaomei' },
  { id: 'dept-cl', unitId: 'unit-jc', name: '建筑材料检测部', leaderId: 'u-dengguoqiang' },
  { id: 'dept-jg', unitId: 'unit-jc', name: '主体结构检测部', leaderId: 'u-hanlei' },
  { id: 'dept-dj', unitId: 'unit-jc', name: '地基基础检测部', leaderId: 'u-fanzhigang' },
  { id: 'dept-sz', unitId: 'unit-jc', name: '市政道路检测部', leaderId: 'u-caoweimin' },
  { id: 'dept-zxld', unitId: 'unit-zx', name: '公司领导', leaderId: 'u-manager' },
  { id: 'dept-zxzh', unitId: 'unit-zx', name: '综合部', leaderId: 'u-jiangyan' },
  { id: 'dept-zxgc', unitId: 'unit-zx', name: '工程咨询部', leaderId: 'u-tianjun' },
];

/** Registers that everybody may open (all people have the role `staff`): texts, standards, prices, devices, cameras. */
const REGISTERS = [
  'knowledgeBase',
  'fileCentre',
  'livePreview',
  'deviceList',
  'basis',
  'parameterConfig',
  'itemConfig',
  'engineeringConfig',
  'sampleDescription',
] as const;

/**
 * Forms of the laboratory with records that several roles process. Each role may read the records that its step
 * needs.
 */
const SAMPLE_FORMS = ['sampleInfo', 'testTask'] as const;
const TEST_FORMS = [...SAMPLE_FORMS, 'testRecord', 'reportData'] as const;

/** Inspections of lifting machines: the records, and the reports written from these records. */
const LIFTING_RECORDS = ['elevatorTask', 'craneTask'] as const;
const LIFTING_REPORTS = ['elevatorReport', 'craneReport'] as const;

/** Forms that open from the menu entry 项目列表. People who have this entry may read them. */
const PROJECT_FORMS = ['projectRegister', 'contractLedger', 'customerProfile'] as const;

/**
 * Forms of a contract up to its payment. Salespeople, project managers, financial staff and legal staff may read them.
 */
const PAYMENT_FORMS = [
  'contractSeal',
  'contractVoid',
  'monthlyOutputAffirm',
  'projectSettlement',
  'invoice',
  'receipt',
  'paymentRequest',
  'paymentClaim',
  'lawyerLetter',
] as const;

/** Further forms whose records are shown on the page of a project. */
const PROJECT_PAGE_FORMS = [
  'projectQuote',
  'projectUpdate',
  'projectTermination',
  'projectDivision',
  'satisfactionSurvey',
  'satisfactionSurveyNew',
  'testEntrustRegistration',
] as const;

const roles: readonly DemoRole[] = [
  { code: 'admin', name: '系统管理员', permissions: ['*:*:*'] },
  { code: 'staff', name: '经办人', permissions: [], readableForms: REGISTERS },
  {
    code: 'leader',
    name: '部门负责人',
    permissions: [],
    readableForms: ['projectRegister', 'contractLedger', 'receipt', 'satisfactionSurvey', 'satisfactionSurveyNew'],
  },
  { code: 'manager', name: '分管领导', permissions: [], scope: 'unit' },
  {
    code: 'sealer',
    name: '印章管理员',
    permissions: [],
    readableForms: ['businessSealApply', 'contractSeal', 'contractLedger', 'reportData'],
  },
  { code: 'hr', name: '人事专员', permissions: ['system:notice:edit'] },
  {
    code: 'finance',
    name: '财务人员',
    permissions: [],
    readableForms: [
      ...PROJECT_FORMS,
      ...PAYMENT_FORMS,
      'costReport',
      'earnestMoney',
      'expenseReimbursement',
      'testEntrustRegistration',
    ],
  },
  { code: 'device', name: '设备管理员', permissions: [] },
  {
    code: 'sample',
    name: '样品管理员',
    permissions: [],
    readableForms: [...SAMPLE_FORMS, 'sampleRetention', 'testEntrustRegistration'],
  },
  {
    code: 'legal',
    name: '法务专员',
    permissions: [],
    readableForms: [
      ...PROJECT_FORMS,
      ...PAYMENT_FORMS,
      'legalCaseFiling',
      'legalDispute',
      'projectTermination',
      'satisfactionSurvey',
    ],
  },
  {
    code: 'salesman',
    name: '经营人员',
    permissions: [],
    readableForms: [...PROJECT_FORMS, ...PAYMENT_FORMS, ...PROJECT_PAGE_FORMS],
  },
  {
    code: 'projectManager',
    name: '项目经理',
    permissions: [],
    readableForms: [...PROJECT_FORMS, ...PAYMENT_FORMS, ...PROJECT_PAGE_FORMS, 'costReport'],
  },
  {
    code: 'reception',
    name: '业务受理员',
    permissions: [],
    readableForms: [...SAMPLE_FORMS, 'testEntrustRegistration', 'reportData'],
  },
  { code: 'tester', name: '检测员', permissions: [], readableForms: ['sampleInfo'] },
  {
    code: 'testLead',
    name: '检测部门负责人',
    permissions: [],
    readableForms: [...TEST_FORMS, ...LIFTING_REPORTS, 'testEntrustRegistration', 'sampleRetention'],
  },
  { code: 'reviewer', name: '复核人', permissions: [], readableForms: [...TEST_FORMS, 'reportModify'] },
  {
    code: 'techLead',
    name: '技术负责人',
    permissions: [],
    readableForms: [...TEST_FORMS, 'testEntrustRegistration', 'reportModify', 'sampleRetention', 'abilityConfirm'],
  },
  { code: 'approver', name: '授权签字人', permissions: [], readableForms: [...TEST_FORMS, 'reportModify'] },
  {
    code: 'reportClerk',
    name: '报告员',
    permissions: [],
    readableForms: [...TEST_FORMS, ...LIFTING_RECORDS, 'testEntrustRegistration', 'reportModify', 'sampleRetention'],
  },
  { code: 'superRole', name: '超级角色', permissions: [] },
];

const person = (
  username: string,
  name: string,
  deptId: string,
  post: string,
  userRoles: readonly string[] = ['staff'],
  moreDeptIds: readonly string[] = [],
): DemoUser => ({
  id: `u-${username}`,
  username,
  name,
  deptId,
  post,
  roles: userRoles,
  ...(moreDeptIds.length > 0 ? { moreDeptIds } : {}),
});

const users: readonly DemoUser[] = [
  person('admin', '罗志斌', 'dept-zh', '信息主管', ['admin', 'staff'], ['dept-zxzh']),
  person('staff', '周明轩', 'dept-jy', '经营专员', ['staff'], ['dept-zxgc']),
  person('leader', '陈立群', 'dept-jy', '市场经营部经理', ['leader', 'staff'], ['dept-zxgc']),
  person('manager', '赵国栋', 'dept-ld', '副总经理', ['manager', 'staff'], ['dept-zxld']),
  person('sealer', '孙丽华', 'dept-zh', '印章管理员', ['sealer', 'staff'], ['dept-zxzh']),
  person('hr', '何静怡', 'dept-rl', '人事专员', ['hr', 'staff'], ['dept-zxzh']),
  person('finance', '冯雅琴', 'dept-cw', '会计', ['finance', 'staff'], ['dept-zxzh']),
  person('device', '吴建国', 'dept-sb', '设备管理员', ['device', 'staff']),
  person('sample', '蒋晓燕', 'dept-yw', '样品管理员', ['sample', 'staff']),
  person('gaojianping', '高建平', 'dept-zh', '综合管理部主任', ['leader', 'staff']),
  person('xuwenjuan', '徐文娟', 'dept-rl', '人力资源部经理', ['leader', 'hr', 'staff']),
  person('maguixiang', '马桂香', 'dept-cw', '财务部经理', ['leader', 'finance', 'staff']),
  person('shenzhiyuan', '沈志远', 'dept-zl', '技术负责人', ['leader', 'techLead', 'staff']),
  person('pengdahai', '彭大海', 'dept-sb', '设备管理部经理', ['leader', 'staff']),
  person('luxiaomei', '陆晓梅', 'dept-yw', '业务受理中心主任', ['leader', 'staff']),
  person('dengguoqiang', '邓国强', 'dept-cl', '建筑材料检测部经理', ['leader', 'testLead', 'staff']),
  person('hanlei', '韩磊', 'dept-jg', '主体结构检测部经理', ['leader', 'testLead', 'staff']),
  person('fanzhigang', '范志刚', 'dept-dj', '地基基础检测部经理', ['leader', 'testLead', 'staff']),
  person('caoweimin', '曹为民', 'dept-sz', '市政道路检测部经理', ['leader', 'testLead', 'staff']),
  person('jiangyan', '江燕', 'dept-zxzh', '综合部主任', ['leader', 'staff']),
  person('tianjun', '田俊', 'dept-zxgc', '工程咨询部经理', ['leader', 'staff']),
  person('liusiyu', '刘思雨', 'dept-jy', '投标专员'),
  person('yangfan', '杨帆', 'dept-jy', '合同专员', ['legal', 'staff']),
  person('zhengkai', '郑凯', 'dept-jy', '客户经理', ['salesman', 'staff']),
  person('songyuting', '宋雨婷', 'dept-zl', '质量体系专员'),
  person('xiehaoran', '谢浩然', 'dept-sb', '设备工程师'),
  person('tangxiaolin', '唐晓琳', 'dept-yw', '业务受理员', ['reception', 'staff']),
  person('xiaojing', '肖静', 'dept-yw', '报告管理员', ['reportClerk', 'staff']),
  person('lizhenhua', '李振华', 'dept-cl', '检测工程师', ['tester', 'staff']),
  person('wangxueqin', '王雪琴', 'dept-cl', '检测员', ['tester', 'staff']),
  person('zhangwei', '张伟', 'dept-cl', '检测员', ['tester', 'staff']),
  person('dongzhiyong', '董志勇', 'dept-jg', '检测工程师', ['tester', 'staff']),
  person('yuanbin', '袁斌', 'dept-jg', '检测员', ['tester', 'staff']),
  person('huangzhiqiang', '黄志强', 'dept-dj', '检测工程师', ['tester', 'staff']),
  person('linjiawei', '林嘉伟', 'dept-dj', '检测员', ['tester', 'staff']),
  person('guopengfei', '郭鹏飞', 'dept-sz', '检测工程师', ['tester', 'staff']),
  person('qinlan', '秦岚', 'dept-sz', '检测员', ['tester', 'staff']),
  person('panyuhan', '潘雨涵', 'dept-cw', '出纳', ['finance', 'staff']),
  person('duruoxi', '杜若曦', 'dept-rl', '薪酬专员', ['hr', 'staff']),
  person('weizixuan', '魏子轩', 'dept-zxgc', '咨询工程师'),
  person('ruanyifei', '阮逸飞', 'dept-zxgc', '造价工程师'),
  person('sales', '林晓峰', 'dept-jy', '客户经理', ['salesman', 'staff']),
  person('pm', '唐振邦', 'dept-cl', '项目经理', ['projectManager', 'staff']),
  person('legal', '顾文博', 'dept-zh', '法务专员', ['legal', 'staff']),
  person('reception', '许佳宁', 'dept-yw', '业务受理员', ['reception', 'staff']),
  person('sampler', '蔡玉梅', 'dept-yw', '样品管理员', ['sample', 'staff']),
  person('tester', '石磊', 'dept-cl', '检测员', ['tester', 'staff']),
  person('tester2', '方静', 'dept-cl', '检测员', ['tester', 'staff']),
  person('reviewer', '梁永刚', 'dept-cl', '检测室主任', ['reviewer', 'staff']),
  person('approver', '俞国华', 'dept-zl', '授权签字人', ['approver', 'staff']),
  person('reporter', '程思琪', 'dept-yw', '报告员', ['reportClerk', 'staff']),
];

export const demoCompany = { units, depts, roles, users } as const;
