/**
 * One demo comment. `by`: username of the author; null for the creator of the record. `hoursAgo`: hours before the demo
 * data are loaded. `to`: usernames of the mentioned people; `{0}` in the text stands for the name of the first one.
 */
interface DemoComment {
  by: string | null;
  hoursAgo: number;
  text: string;
  to?: readonly string[];
}

/**
 * Comments on a demo record. `recordIndex`: index of the record among the records of the form in these `states`
 * (`flw_state`; by default running, returned and finished records), the newest first. Records of forms without a
 * process stay in state '0'.
 */
export interface DemoThread {
  formKey: string;
  recordIndex: number;
  states?: readonly string[];
  comments: readonly DemoComment[];
}

export const DEMO_THREADS: readonly DemoThread[] = [
  {
    formKey: 'contractLedger',
    recordIndex: 0,
    states: ['3'],
    comments: [
      { by: 'leader', hoursAgo: 76, text: '对方财务要求按进度开票，结算单请附监理签认的工程量。' },
      { by: null, hoursAgo: 74, text: '已和对方确认，首笔按实际完成量结算，签认单随结算单一起上传。' },
      { by: 'manager', hoursAgo: 26, text: '@{0} 本季度的回款请盯一下，月底前给我一个时间。', to: ['leader'] },
      { by: 'leader', hoursAgo: 25, text: '好的，已约对方周四对账，对完在这里更新。' },
    ],
  },
  {
    formKey: 'contractLedger',
    recordIndex: 1,
    states: ['3'],
    comments: [
      { by: null, hoursAgo: 50, text: '合同原件对方还没有寄回，已电话催过一次。' },
      { by: 'leader', hoursAgo: 46, text: '原件回来之前不要发起结算，归还日期请登记到台账里。' },
    ],
  },
  {
    formKey: 'projectRegister',
    recordIndex: 0,
    states: ['0'],
    comments: [
      { by: null, hoursAgo: 98, text: '现场具备进场条件，见证取样员已到位。' },
      { by: 'leader', hoursAgo: 95, text: '@{0} 检测方案需要报监理审批，审批完再安排人员进场。', to: ['staff'] },
      { by: 'staff', hoursAgo: 30, text: '方案昨天批下来了，附件已传，计划下周一进场。' },
    ],
  },
  {
    formKey: 'customerProfile',
    recordIndex: 0,
    states: ['0'],
    comments: [
      { by: null, hoursAgo: 140, text: '客户的开票信息有变，新抬头和税号已更新到档案里。' },
      { by: 'leader', hoursAgo: 120, text: '欠款限额先不动，等上一笔回款到账再评估等级。' },
    ],
  },
  {
    formKey: 'testEntrustRegistration',
    recordIndex: 0,
    comments: [
      { by: null, hoursAgo: 9, text: '委托方希望报告提前两天出，样品已经齐了。' },
      { by: 'leader', hoursAgo: 7, text: '龄期不能提前，其余项目可以先做，请受理时在要求完成日期里写清楚。' },
    ],
  },
  {
    formKey: 'sampleInfo',
    recordIndex: 0,
    states: ['0'],
    comments: [
      { by: null, hoursAgo: 32, text: '样品标签有一处破损，已重新打印粘贴，编号没有变。' },
      { by: 'staff', hoursAgo: 29, text: '收到，流转单上也请补一份说明。' },
    ],
  },
  {
    formKey: 'reportData',
    recordIndex: 0,
    comments: [
      { by: null, hoursAgo: 20, text: '结论页的代表批量与委托单核对过，一致。' },
      { by: 'manager', hoursAgo: 18, text: '批准前请再核对一遍检测依据的版本号。' },
    ],
  },
  {
    formKey: 'deviceList',
    recordIndex: 0,
    states: ['0'],
    comments: [
      { by: null, hoursAgo: 60, text: '本次检定的修正值已录入，使用时请按新证书修正。' },
      { by: 'leader', hoursAgo: 52, text: '检定期间的任务先用备用设备，记录里注明设备编号。' },
    ],
  },
];
