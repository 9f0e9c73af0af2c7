import { userByName } from '../people.ts';
import { plainForm, spreadDaysAgo } from './plain.ts';

/** The rooms of the laboratory. `no`: its first digit is the floor; `keeper`: user name of the responsible person. */
const ROOMS: readonly [
  no: string,
  name: string,
  dept: string,
  keeper: string,
  area: number,
  environment: string,
  scope: string,
][] = [
  ['101', '力学试验室', 'dept-cl', 'lizhenhua', 180, '温度 10～35℃', '混凝土、砂浆、钢筋、砌体材料的力学性能'],
  ['102', '水泥试验室', 'dept-cl', 'wangxueqin', 90, '温度 20±2℃，相对湿度不低于 50%', '水泥物理力学性能'],
  ['103', '标准养护室', 'dept-cl', 'zhangwei', 120, '温度 20±2℃，相对湿度不低于 95%', '混凝土、砂浆试件标准养护'],
  ['104', '骨料试验室', 'dept-cl', 'wangxueqin', 80, '常温', '砂、石、土工常规'],
  ['201', '沥青试验室', 'dept-sz', 'guopengfei', 110, '温度 25±5℃，有通风', '沥青及沥青混合料'],
  ['202', '土工试验室', 'dept-sz', 'qinlan', 95, '常温', '击实、液塑限、压实度'],
  ['203', '防水材料室', 'dept-cl', 'zhangwei', 70, '温度 23±2℃', '防水卷材与涂料'],
  ['204', '节能材料室', 'dept-cl', 'lizhenhua', 85, '温度 23±2℃，相对湿度 50±5%', '保温材料导热系数、燃烧性能'],
  ['301', '室内环境化学室', 'dept-jg', 'dongzhiyong', 75, '温度 20～25℃，有通风橱', '甲醛、TVOC、苯系物、氡'],
  ['302', '天平室', 'dept-jg', 'yuanbin', 20, '恒温、防震', '精密称量'],
  ['401', '动测数据室', 'dept-dj', 'huangzhiqiang', 45, '常温', '基桩动测数据处理'],
  ['402', '外检设备间', 'dept-dj', 'linjiawei', 60, '常温、防潮', '外检设备存放与充电'],
];

export const laboratoryList = plainForm('laboratoryList', ROOMS.length, (_tools, _now, index) => {
  const [roomNo, roomName, deptId, keeper, area, environment, scope] = ROOMS[index] as (typeof ROOMS)[number];
  return {
    by: index % 3 === 0 ? 'staff' : 'songyuting',
    daysAgo: 200 - index,
    fields: {
      roomNo,
      roomName,
      deptId,
      place: `检测楼 ${roomNo.slice(0, 1)} 层`,
      area,
      keeper: userByName(keeper).id,
      environment,
      scope,
    },
  };
});

/** The parameters that the laboratory tests. `test`: days that the test takes; `judge`: standard for the verdict. */
const TEST_PARAMETERS: readonly [
  object: string,
  name: string,
  unit: string,
  decimals: number,
  method: string,
  judge: string,
  dept: string,
  price: number,
  test: number,
][] = [
  ['混凝土', '抗压强度', 'MPa', 1, 'GB/T 50081-2019', 'GB/T 50107-2010', 'dept-cl', 60, 1],
  ['混凝土', '抗渗等级', '', 0, 'GB/T 50082-2024', '设计要求', 'dept-cl', 450, 5],
  ['混凝土', '氯离子含量', '%', 3, 'JGJ/T 322-2013', 'GB 50164-2011', 'dept-cl', 380, 3],
  ['砂浆', '抗压强度', 'MPa', 1, 'JGJ/T 70-2009', 'GB 50203-2011', 'dept-cl', 50, 1],
  ['水泥', '胶砂强度', 'MPa', 1, 'GB/T 17671-2021', 'GB 175-2023', 'dept-cl', 220, 28],
  ['水泥', '凝结时间', 'min', 0, 'GB/T 1346-2024', 'GB 175-2023', 'dept-cl', 100, 2],
  ['钢筋及连接', '抗拉强度', 'MPa', 0, 'GB/T 228.1-2021', 'GB/T 1499.2-2024', 'dept-cl', 80, 1],
  ['钢筋及连接', '重量偏差', '%', 1, 'GB/T 1499.2-2024', 'GB/T 1499.2-2024', 'dept-cl', 60, 1],
  ['砂石骨料', '颗粒级配', '', 1, 'JGJ 52-2006', 'JGJ 52-2006', 'dept-cl', 120, 2],
  ['防水材料', '不透水性', '', 0, 'GB/T 328.10-2007', 'GB 18242-2008', 'dept-cl', 200, 2],
  ['土工', '压实度', '%', 1, 'JTG 3450-2019', '设计要求', 'dept-sz', 90, 1],
  ['沥青及混合料', '马歇尔稳定度', 'kN', 2, 'JTG E20-2011', 'JTG F40-2004', 'dept-sz', 480, 2],
  ['主体结构', '回弹法抗压强度', 'MPa', 1, 'JGJ/T 23-2011', '设计要求', 'dept-jg', 150, 2],
  ['主体结构', '钢筋保护层厚度', 'mm', 0, 'JGJ/T 152-2019', 'GB 50204-2015', 'dept-jg', 120, 2],
  ['地基基础', '单桩竖向抗压承载力', 'kN', 0, 'JGJ 106-2014', '设计要求', 'dept-dj', 6800, 5],
  ['地基基础', '桩身完整性（低应变）', '', 0, 'JGJ 106-2014', 'JGJ 106-2014', 'dept-dj', 180, 2],
  ['建筑节能', '导热系数', 'W/(m·K)', 3, 'GB/T 10294-2008', '设计要求', 'dept-cl', 680, 4],
  ['室内环境', '甲醛浓度', 'mg/m³', 3, 'GB/T 18204.2-2014', 'GB 50325-2020', 'dept-jg', 260, 3],
];

export const parameterConfig = plainForm('parameterConfig', TEST_PARAMETERS.length, (tools, _now, index) => {
  const [objectKind, paramName, resultUnit, decimals, methodStandard, judgeStandard, deptId, price, testDays] =
    TEST_PARAMETERS[index] as (typeof TEST_PARAMETERS)[number];
  return {
    by: 'songyuting',
    daysAgo: 180 - index,
    fields: {
      paramNo: `CS-${String(index + 1).padStart(3, '0')}`,
      paramName,
      objectKind,
      ...(resultUnit ? { resultUnit } : {}),
      decimals,
      paramState: '启用',
      methodStandard,
      deptId,
      judgeStandard,
      leader: userByName('shenzhiyuan').id,
      price,
      lowestRate: tools.pick([70, 75, 80, 85]),
      testDays,
      reportDays: tools.int(1, 3),
    },
  };
});

/** The articles of the knowledge base. `keywords`: joined by commas; `author`: user name. */
const ARTICLES: readonly [
  title: string,
  category: string,
  domain: string,
  keywords: string,
  author: string,
  dept: string,
  content: string,
][] = [
  [
    '混凝土试件抗压试验加荷速度的控制要点',
    '检测方法',
    '建筑材料',
    '混凝土,抗压,加荷速度',
    'lizhenhua',
    'dept-cl',
    '一、试验前核对试件龄期与外观，承压面平整度不大于 0.0005d。\n二、强度等级低于 C30 时加荷速度取 0.3～0.5MPa/s，C30 至 C60 取 0.5～0.8MPa/s，不低于 C60 取 0.8～1.0MPa/s。\n三、接近破坏时停止调整油门，直至破坏并记录破坏荷载。',
  ],
  [
    '钢筋重量偏差检测常见问题',
    '异常处理',
    '建筑材料',
    '钢筋,重量偏差,取样',
    'wangxueqin',
    'dept-cl',
    '一、试样应从不同根钢筋上截取，数量不少于 5 支，每支长度不小于 500mm。\n二、长度逐支测量精确到 1mm，总重量精确到不大于总重量的 1%。\n三、端头不平直时应先打磨，避免长度量取偏差。',
  ],
  [
    '低应变法桩身完整性判读案例',
    '检测方法',
    '地基基础',
    '基桩,低应变,完整性',
    'huangzhiqiang',
    'dept-dj',
    '本文整理六根典型桩的时域信号，说明缩颈、离析与桩底反射的区分方法，并给出Ⅱ、Ⅲ类桩复核建议。',
  ],
  [
    '回弹法检测泵送混凝土强度的修正',
    '标准解读',
    '主体结构',
    '回弹,泵送,修正',
    'dongzhiyong',
    'dept-jg',
    '泵送混凝土测区强度换算应优先采用地区测强曲线；采用统一曲线时注意碳化深度与龄期的适用范围。',
  ],
  [
    '水泥标准养护箱日常点检',
    '设备操作',
    '建筑材料',
    '养护箱,点检,温湿度',
    'xiehaoran',
    'dept-sb',
    '每日上下午各记录一次温度与相对湿度；显示值与标准温湿度计偏差超过 1℃ 时停用并报修。',
  ],
  [
    '试验室用电与高温设备安全须知',
    '安全生产',
    '综合管理',
    '安全,用电,高温炉',
    'songyuting',
    'dept-zl',
    '下班前逐间检查电源；马弗炉、烘箱周围一米内不得堆放易燃物；更换加热元件须断电挂牌。',
  ],
  [
    '检测原始记录的更改要求',
    '质量管理',
    '综合管理',
    '原始记录,更改,签名',
    'songyuting',
    'dept-zl',
    '原始记录不得涂改，更改时划改并由更改人签名注明日期，保持原数据清晰可辨。',
  ],
  [
    '投标文件业绩材料准备清单',
    '经营商务',
    '综合管理',
    '投标,业绩,清单',
    'liusiyu',
    'dept-jy',
    '按招标文件要求准备合同关键页、中标通知书、检测报告封面及业主评价，逐项核对盖章页。',
  ],
  [
    '室内环境检测采样前的封闭要求',
    '标准解读',
    '室内环境',
    '采样,封闭,甲醛',
    'yuanbin',
    'dept-jg',
    '集中通风工程在通风系统正常运行下采样；自然通风工程对外门窗关闭 1 小时（氡为 24 小时）后采样。',
  ],
  [
    '沥青混合料马歇尔试件成型注意事项',
    '检测方法',
    '市政道路',
    '沥青,马歇尔,击实',
    'guopengfei',
    'dept-sz',
    '控制拌和与击实温度，双面各击实 75 次；成型后室温放置不少于 12 小时再脱模。',
  ],
];

export const knowledgeBase = plainForm('knowledgeBase', ARTICLES.length, (tools, now, index) => {
  const [title, category, domain, keywords, author, deptId, content] = ARTICLES[index] as (typeof ARTICLES)[number];
  const daysAgo = spreadDaysAgo(index, ARTICLES.length, 240);
  const day = new Date(now.getTime() - daysAgo * 86_400_000);
  return {
    by: author,
    daysAgo,
    fields: {
      knowledgeNo: `ZS-${tools.day(day).slice(0, 4)}-${String(index + 1).padStart(4, '0')}`,
      title,
      category,
      domain,
      keywords,
      source: tools.pick(['原创', '标准规范', '培训资料']),
      summary: `${content.slice(0, 60)}…`,
      content,
      author: userByName(author).id,
      deptId,
      publishDate: tools.day(day),
      reviewer: userByName('shenzhiyuan').id,
      // date of the next review, one year after publication
      reviewDate: tools.day(day, 365),
      state: '已发布',
    },
  };
});
