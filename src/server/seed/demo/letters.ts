/**
 * A notice of the demo company, released `daysAgo` days ago. `by`: username of its author. `kind`: '1' for 通知, '2' for
 * 公告. `units`: ids of the units whose people can read it; without `units` everybody can.
 */
interface DemoNotice {
  by: string;
  daysAgo: number;
  kind: '1' | '2';
  title: string;
  content: string;
  units?: readonly string[];
}
/**
 * A mail, sent `daysAgo` days ago. `from`, `to` and `cc`: usernames. `isRead`: whether all receivers have read it.
 */
interface DemoMail {
  from: string;
  to: readonly string[];
  cc?: readonly string[];
  daysAgo: number;
  subject: string;
  content: string;
  isRead: boolean;
}

const paragraphs = (...lines: readonly string[]): string => lines.join('\n');

export const DEMO_NOTICES: readonly DemoNotice[] = [
  {
    by: 'hr',
    daysAgo: 1,
    kind: '1',
    title: '关于开展 2026 年度检测人员能力确认的通知',
    content: paragraphs(
      '各检测部门：',
      '请于本月 28 日前完成本部门检测人员的能力确认，确认记录交质量技术部备案。',
      '联系人：宋雨婷。',
    ),
  },
  {
    by: 'hr',
    daysAgo: 3,
    kind: '2',
    title: '综合楼电梯年度检修公告',
    content: paragraphs('综合楼 2 号电梯将于本周六 8:30～17:00 停运检修，请合理安排送样时间。'),
  },
  {
    by: 'hr',
    daysAgo: 6,
    kind: '1',
    title: '关于规范外检用车申请的通知',
    content: paragraphs(
      '外检用车须提前一个工作日在系统内提交申请，写明项目名称、出车时间和随车设备。',
      '未经审批的用车不予报销油费。',
    ),
  },
  {
    by: 'hr',
    daysAgo: 12,
    kind: '1',
    title: '关于第四季度安全生产检查安排的通知',
    content: paragraphs('检查组将分两批检查各试验室和外检现场，重点检查用电、高温设备及高处作业防护。'),
  },
  {
    by: 'hr',
    daysAgo: 20,
    kind: '2',
    title: '新版检测报告模板启用公告',
    content: paragraphs('自下月 1 日起启用新版检测报告模板，旧模板停止使用。模板可在“报告模板”中查看。'),
  },
  {
    by: 'hr',
    daysAgo: 9,
    kind: '1',
    title: '工程咨询公司月度例会安排',
    content: paragraphs('本月例会定于周五 14:00，在 302 会议室召开。'),
    units: ['unit-zx'],
  },
];

export const DEMO_MAILS: readonly DemoMail[] = [
  {
    from: 'leader',
    to: ['staff', 'liusiyu'],
    cc: ['yangfan'],
    daysAgo: 1,
    subject: '轨道交通6号线TJ03标段投标文件分工',
    content: paragraphs(
      '明轩、思雨：',
      '技术标由明轩牵头，商务标由思雨整理，周四下班前合稿。',
      '业绩材料请杨帆协助提供合同扫描件。',
    ),
    isRead: false,
  },
  {
    from: 'finance',
    to: ['staff'],
    daysAgo: 2,
    subject: '请补交差旅费报销的住宿发票',
    content: paragraphs('周工：', '上周提交的差旅报销缺一张住宿专用发票，请补传后再提交。'),
    isRead: false,
  },
  {
    from: 'sample',
    to: ['staff', 'tangxiaolin'],
    daysAgo: 4,
    subject: '留样室本月清理提醒',
    content: paragraphs('留样室 B 区本月 25 日清理到期样品，需延长保留的请提前登记。'),
    isRead: true,
  },
  {
    from: 'staff',
    to: ['leader'],
    daysAgo: 5,
    subject: '滨江花园二期检测费回款情况',
    content: paragraphs('陈经理：', '滨江花园二期已收到第二笔检测费，余款委托方答复月底前支付。'),
    isRead: true,
  },
  {
    from: 'shenzhiyuan',
    to: ['dengguoqiang', 'hanlei', 'fanzhigang', 'caoweimin', 'staff'],
    daysAgo: 8,
    subject: '关于 GB/T 50081 标准换版的提醒',
    content: paragraphs('请各部门核对作业指导书引用的标准版本，本周内反馈。'),
    isRead: true,
  },
  {
    from: 'manager',
    to: ['leader', 'staff'],
    daysAgo: 10,
    subject: '周例会纪要',
    content: paragraphs(
      '一、三季度合同额完成情况良好。',
      '二、请市场经营部跟进光伏组件厂房和会展中心两个项目。',
      '三、应收账款超过半年的项目逐个上报。',
    ),
    isRead: true,
  },
  {
    from: 'hr',
    to: ['staff', 'leader', 'sample', 'device'],
    daysAgo: 15,
    subject: '员工体检安排',
    content: paragraphs('体检时间为下周三至周五上午，请携带身份证，空腹。'),
    isRead: true,
  },
  {
    from: 'device',
    to: ['leader', 'dengguoqiang'],
    daysAgo: 3,
    subject: '万能试验机检定到期提醒',
    content: paragraphs('WAW-1000D 检定证书将于下月到期，已预约计量院上门检定，届时停用一天。'),
    isRead: false,
  },
];
