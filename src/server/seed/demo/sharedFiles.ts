import type { FolderLevel } from '../../folders/index.ts';

/** A version of a demo document. `by`: user name of its author. `lines`: the text of its page. */
export interface DemoVersion {
  by: string;
  daysAgo: number;
  note?: string;
  lines: readonly string[];
}

export interface DemoFolder {
  key: string;
  /** Key of the parent folder; absent: the root. */
  parent?: string;
  name: string;
  /**
   * Who has which level on the folder: `all`, or `role:` and a role code, each with a level. Absent: the rights of the
   * parent folder.
   */
  rights?: readonly (readonly [string, FolderLevel])[];
  /** `versions`: the oldest first. */
  documents?: readonly { name: string; versions: readonly DemoVersion[] }[];
}

/** The shared files of the demo company. */
export const DEMO_FOLDERS: readonly DemoFolder[] = [
  {
    key: 'rules',
    name: '规章制度',
    rights: [
      ['all', 'read'],
      ['role:hr', 'manage'],
    ],
  },
  {
    key: 'attendance',
    parent: 'rules',
    name: '考勤与休假',
    documents: [
      {
        name: '考勤管理办法.pdf',
        versions: [
          {
            by: 'xuwenjuan',
            daysAgo: 310,
            lines: ['工作时间：8:30 至 12:00，13:30 至 17:30。', '外业人员以现场签到为准。'],
          },
          {
            by: 'xuwenjuan',
            daysAgo: 62,
            note: '增加外业签到与补卡的规定',
            lines: [
              '工作时间：8:30 至 12:00，13:30 至 17:30。',
              '外业人员以现场签到为准，漏签的在三个工作日内补卡。',
              '补卡每月不超过三次，由部门负责人确认。',
            ],
          },
        ],
      },
      {
        name: '年休假实施细则.pdf',
        versions: [
          {
            by: 'xuwenjuan',
            daysAgo: 298,
            lines: ['累计工作满一年的享受年休假。', '年休假在当年安排，确因工作需要可跨一个年度。'],
          },
        ],
      },
    ],
  },
  {
    key: 'travel',
    parent: 'rules',
    name: '差旅与报销',
    documents: [
      {
        name: '差旅费报销标准.pdf',
        versions: [
          {
            by: 'maguixiang',
            daysAgo: 205,
            lines: ['住宿：省会城市每人每天不超过 380 元，其他城市不超过 300 元。', '伙食补助：每人每天 100 元。'],
          },
          {
            by: 'maguixiang',
            daysAgo: 21,
            note: '省会城市住宿标准调整为 420 元',
            lines: ['住宿：省会城市每人每天不超过 420 元，其他城市不超过 320 元。', '伙食补助：每人每天 100 元。'],
          },
        ],
      },
    ],
  },
  {
    key: 'technical',
    name: '技术资料',
    rights: [
      ['all', 'read'],
      ['role:techLead', 'manage'],
      ['role:testLead', 'write'],
    ],
    documents: [
      {
        name: '样品流转作业指导书.pdf',
        versions: [
          { by: 'shenzhiyuan', daysAgo: 260, lines: ['样品到室后当日登记编号，粘贴唯一性标识。'] },
          {
            by: 'shenzhiyuan',
            daysAgo: 120,
            note: '增加留样期限',
            lines: ['样品到室后当日登记编号，粘贴唯一性标识。', '报告发出后留样 30 天，有争议的留至争议解决。'],
          },
          {
            by: 'dengguoqiang',
            daysAgo: 14,
            note: '钢筋样品改为扫码交接',
            lines: [
              '样品到室后当日登记编号，粘贴唯一性标识。',
              '钢筋样品交接时扫码登记。',
              '报告发出后留样 30 天，有争议的留至争议解决。',
            ],
          },
        ],
      },
      {
        name: '混凝土抗压强度试验记录填写说明.pdf',
        versions: [
          {
            by: 'dengguoqiang',
            daysAgo: 88,
            lines: [
              '破坏荷载精确到 0.1 kN，强度精确到 0.1 MPa。',
              '三个试件的最大或最小值与中间值之差超过 15% 时取中间值。',
            ],
          },
        ],
      },
    ],
  },
  {
    key: 'templates',
    name: '常用表格',
    rights: [
      ['all', 'read'],
      ['role:reception', 'write'],
      ['role:manager', 'manage'],
    ],
    documents: [
      {
        name: '检测委托单（空白）.pdf',
        versions: [
          {
            by: 'luxiaomei',
            daysAgo: 150,
            lines: ['委托单位：', '工程名称：', '样品名称：        规格型号：        数量：'],
          },
          {
            by: 'luxiaomei',
            daysAgo: 33,
            note: '增加见证单位一栏',
            lines: ['委托单位：', '工程名称：', '见证单位：', '样品名称：        规格型号：        数量：'],
          },
        ],
      },
      {
        name: '开票信息登记表.pdf',
        versions: [
          { by: 'luxiaomei', daysAgo: 96, lines: ['单位名称：', '纳税人识别号：', '地址、电话：', '开户行及账号：'] },
        ],
      },
    ],
  },
  {
    key: 'projects',
    name: '项目资料',
    rights: [
      ['role:projectManager', 'write'],
      ['role:leader', 'write'],
      ['role:salesman', 'read'],
      ['role:manager', 'manage'],
    ],
    documents: [
      {
        name: '分包单位应交资料清单.pdf',
        versions: [
          {
            by: 'leader',
            daysAgo: 71,
            lines: ['一、营业执照与资质证书', '二、安全生产许可证', '三、项目人员名单与证书', '四、近三年同类业绩'],
          },
        ],
      },
    ],
  },
  {
    key: 'finance',
    name: '财务内部',
    rights: [
      ['role:finance', 'manage'],
      ['role:manager', 'read'],
    ],
    documents: [
      {
        name: '月末结账步骤.pdf',
        versions: [
          {
            by: 'maguixiang',
            daysAgo: 180,
            lines: ['一、核对当月开票与回款', '二、结转项目成本', '三、与银行对账单核对', '四、编制应收账龄表'],
          },
        ],
      },
    ],
  },
];
