import { deviceNode, financeNode, leaderNode, managerNode, total } from '../nodes.ts';
import type { Tools } from '../tools.ts';
import type { DemoForm } from '../types.ts';

const DEVICES: readonly [name: string, kind: string, model: string, price: number][] = [
  ['微机控制电液伺服万能试验机', 'mechanics', 'WAW-1000D', 168_000],
  ['恒应力压力试验机', 'mechanics', 'YAW-2000B', 86_000],
  ['水泥抗折抗压一体机', 'mechanics', 'DYE-300', 42_000],
  ['混凝土抗渗仪', 'mechanics', 'HP-4.0', 9800],
  ['水泥净浆搅拌机', 'mechanics', 'NJ-160A', 3600],
  ['水泥标准养护箱', 'environment', 'YH-40B', 6800],
  ['恒温恒湿养护控制仪', 'environment', 'BYS-III', 5600],
  ['高低温交变试验箱', 'environment', 'GDJ-225', 38_000],
  ['混凝土回弹仪', 'nondestructive', 'HT-225', 1200],
  ['非金属超声检测仪', 'nondestructive', 'NM-4B', 46_000],
  ['钢筋位置测定仪', 'nondestructive', 'R630A', 18_500],
  ['基桩动测仪', 'nondestructive', 'RSM-PRT', 78_000],
  ['数字式超声波探伤仪', 'nondestructive', 'HS700', 26_000],
  ['全站仪', 'survey', 'NTS-362R', 42_000],
  ['电子水准仪', 'survey', 'DL-201', 28_000],
  ['静力水准仪', 'survey', 'JLS-100', 6400],
  ['原子吸收分光光度计', 'chemistry', 'TAS-990', 128_000],
  ['甲醛检测仪', 'chemistry', 'PPM-400', 12_500],
  ['环境测氡仪', 'chemistry', 'FD216', 36_000],
  ['沥青延度仪', 'chemistry', 'LYY-7A', 15_600],
  ['马歇尔稳定度试验仪', 'mechanics', 'LWD-3', 22_000],
  ['检测工程车', 'vehicle', '福特全顺 JX6490', 186_000],
  ['激光打印机', 'office', 'M403d', 2400],
  ['台式计算机', 'office', 'M4500', 5200],
];

/** Reasons with their explanations. The demo has no failed calibration, because it requires an attached certificate. */
const REASONS: Readonly<Record<string, string>> = {
  expired: '使用年限已满，精度下降',
  obsolete: '技术性能淘汰，已由新设备替代',
  damaged: '主机控制系统损坏，厂家已停产',
  costly: '维修报价超过净值',
};

function device(tools: Tools, date: Date, keeper: string): Record<string, unknown> {
  const [deviceName, deviceKind, model, price] = tools.pick(DEVICES);
  const years = tools.int(5, 14);
  const bought = new Date(date.getTime() - (years * 365 + tools.int(0, 300)) * 86_400_000);
  const originalValue = Math.round((price * tools.int(90, 115)) / 100);
  const rate = years >= 10 ? 0.95 : tools.int(60, 95) / 100;
  const scrapReason = years >= 10 ? tools.pick(['expired', 'obsolete']) : tools.pick(['damaged', 'costly', 'obsolete']);
  return {
    deviceNo: `HZ-SB-${tools.day(bought).slice(0, 4)}-${tools.digits(3)}`,
    deviceName,
    deviceKind,
    model,
    factoryNo: tools.digits(8),
    buyDate: tools.day(bought),
    originalValue,
    depreciation: Math.round(originalValue * rate * 100) / 100,
    deviceState: scrapReason === 'damaged' ? 'broken' : tools.pick(['stopped', 'sealed', 'scrapping']),
    scrapReason,
    reasonNote: REASONS[scrapReason],
    keeper,
  };
}

export const scrapDevice: DemoForm = {
  formKey: 'scrapDevice',
  applyNode: { id: 'apply', name: '提交申请' },
  applicants: [
    'staff',
    'xiehaoran',
    'lizhenhua',
    'yuanbin',
    'huangzhiqiang',
    'linjiawei',
    'qinlan',
    'guopengfei',
    'zhangwei',
  ],
  apply(tools, applicant, date) {
    const devices = Array.from({ length: tools.int(1, 5) }, () => device(tools, date, applicant.id));
    const first = String(devices[0]?.deviceName ?? '');
    return {
      fields: {
        applicantId: applicant.id,
        applyDeptId: applicant.deptId,
        applyDate: tools.day(date),
        scrapTitle: devices.length === 1 ? `${first}报废` : `${first}等${devices.length}台设备报废`,
        storePlace: tools.pick([
          '中心试验室一楼力学间',
          '设备库房 B 区',
          '地基检测仓库',
          '综合楼 304 室',
          '江北分部试验室',
        ]),
        scrapNote: tools.pick([
          '设备使用年限较长，经厂家检修仍不能满足检测标准要求，建议报废。',
          '多次维修后故障仍频繁发生，继续维修不经济，申请报废处理。',
          '设备已停用一年以上，技术性能淘汰，现有替代设备，申请报废。',
        ]),
      },
      tables: { devices },
    };
  },
  nodes: [
    leaderNode({ returnOpinions: ['请补充检定证书。', '设备编号与台账不符，请核对。'] }),
    deviceNode('expert', '设备管理员鉴定', {
      opinions: ['经鉴定同意报废。', '现场核查情况属实。'],
      fill({ fields, tables }, tools, date) {
        Object.assign(fields, {
          expertItems: tools.some(['外观检查', '通电试运行', '精度核查', '维修记录核查', '检定证书核查'], 3),
          expertDate: tools.day(date),
          expertOpinion: tools.pick([
            '经现场核查，设备状况与申请一致，已无修复价值，同意报废。',
            '设备主要性能指标不满足标准要求，建议报废。',
          ]),
        });
        for (const row of tables.devices ?? [])
          row.conclusion = tools.chance(0.88) ? 'scrap' : tools.pick(['spare', 'degrade']);
      },
    }),
    managerNode(
      ({ tables }) => total(tables.devices, 'originalValue') - total(tables.devices, 'depreciation') <= 20_000,
    ),
    financeNode('writeOff', '财务核销', {
      opinions: ['固定资产已核销。', '账务已处理。'],
      fill({ fields }, tools, date) {
        Object.assign(fields, {
          writeOffNo: `记-${tools.day(date).slice(2, 4)}${tools.digits(5)}`,
          writeOffDate: tools.day(date),
        });
      },
    }),
    deviceNode('dispose', '设备处置登记', {
      opinions: ['已处置完毕。', '设备台账已更新。'],
      fill({ fields, tables }, tools, date) {
        Object.assign(fields, {
          disposeDate: tools.day(date),
          receiverUnit: tools.pick(['江城再生资源回收有限公司', '绿循环保科技有限公司']),
        });
        for (const row of tables.devices ?? [])
          Object.assign(
            row,
            row.conclusion === 'scrap'
              ? { disposal: tools.pick(['sell', 'recycle', 'trade']), salvage: tools.money(50, 3000, 50) }
              : { disposal: 'parts', salvage: 0 },
          );
      },
    }),
  ],
};
