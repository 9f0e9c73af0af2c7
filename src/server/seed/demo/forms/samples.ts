import type { Tools } from '../tools.ts';

/**
 * A kind of sample, with the values from which its demo records are made. `kind`: the value of the field `sampleKind`,
 * which several samples can share. `batchSizes`: usual sizes of the batch that one sample represents. `feePerUnit`: the
 * price for one `unit`. `result`: returns a random test result.
 */
export interface SampleKind {
  kind: string;
  name: string;
  specs: readonly string[];
  grades: readonly string[];
  unit: string;
  items: readonly string[];
  standard: string;
  feePerUnit: number;
  batchSizes: readonly string[];
  makers: readonly string[];
  /** Age in days at which the sample is tested; absent if the age does not matter. */
  testAgeDays?: number;
  result(tools: Tools): string;
}

/** Returns a function that returns a random value from `low` to `high` with one decimal, and the unit. */
const randomMeasurement =
  (low: number, high: number, unit: string) =>
  (tools: Tools): string =>
    `${tools.int(low * 10, high * 10) / 10} ${unit}`;
const MIXERS = ['江城商品混凝土有限公司', '鑫磊混凝土有限公司', '中联预拌混凝土有限公司'];
const MILLS = ['沙河钢铁股份有限公司', '江南特钢有限公司', '永盛钢铁有限公司'];

export const SAMPLE_KINDS: readonly SampleKind[] = [
  {
    kind: '混凝土试块',
    name: '混凝土抗压试块',
    specs: ['150×150×150mm', '100×100×100mm'],
    grades: ['C30', 'C35', 'C40', 'C50'],
    unit: 'group',
    items: ['compressive'],
    standard: 'GB/T 50081-2019',
    feePerUnit: 60,
    batchSizes: ['100m³', '82m³', '200m³'],
    makers: MIXERS,
    testAgeDays: 28,
    result: randomMeasurement(32, 58, 'MPa'),
  },
  {
    kind: '混凝土试块',
    name: '混凝土抗渗试块',
    specs: ['Φ175×185×150mm'],
    grades: ['P6', 'P8', 'P10'],
    unit: 'group',
    items: ['permeability'],
    standard: 'GB/T 50082-2024',
    feePerUnit: 450,
    batchSizes: ['500m³'],
    makers: MIXERS,
    testAgeDays: 28,
    result: (tools) => `抗渗等级${tools.pick(['P6', 'P8', 'P10'])}`,
  },
  {
    kind: '砂浆试块',
    name: '砌筑砂浆试块',
    specs: ['70.7×70.7×70.7mm'],
    grades: ['M5', 'M7.5', 'M10'],
    unit: 'group',
    items: ['compressive'],
    standard: 'JGJ/T 70-2009',
    feePerUnit: 50,
    batchSizes: ['250m³砌体'],
    makers: MIXERS,
    testAgeDays: 28,
    result: randomMeasurement(6, 13, 'MPa'),
  },
  {
    kind: '钢筋原材',
    name: '热轧带肋钢筋',
    specs: ['Φ12', 'Φ16', 'Φ20', 'Φ25'],
    grades: ['HRB400E', 'HRB500E'],
    unit: 'group',
    items: ['tensile', 'bending', 'weight'],
    standard: 'GB/T 1499.2-2024',
    feePerUnit: 180,
    batchSizes: ['60t', '42.6t', '58.3t'],
    makers: MILLS,
    result: (tools) => `Rm ${tools.int(560, 640)} MPa`,
  },
  {
    kind: '钢筋焊接接头',
    name: '电渣压力焊接头',
    specs: ['Φ20', 'Φ22', 'Φ25'],
    grades: ['HRB400E'],
    unit: 'group',
    items: ['tensile'],
    standard: 'JGJ 18-2012',
    feePerUnit: 120,
    batchSizes: ['300个'],
    makers: MILLS,
    result: (tools) => `断于母材，${tools.int(560, 620)} MPa`,
  },
  {
    kind: '钢筋机械连接接头',
    name: '直螺纹套筒连接接头',
    specs: ['Φ22', 'Φ25', 'Φ28'],
    grades: ['Ⅰ级'],
    unit: 'group',
    items: ['tensile', 'process'],
    standard: 'JGJ 107-2016',
    feePerUnit: 160,
    batchSizes: ['500个'],
    makers: MILLS,
    result: (tools) => `${tools.int(570, 640)} MPa`,
  },
  {
    kind: '水泥',
    name: '普通硅酸盐水泥',
    specs: ['P·O'],
    grades: ['42.5', '42.5R', '52.5'],
    unit: 'bag',
    items: ['compressive', 'flexural', 'setting', 'soundness'],
    standard: 'GB 175-2023',
    feePerUnit: 420,
    batchSizes: ['200t', '500t'],
    makers: ['江城水泥股份有限公司', '龙山水泥有限公司'],
    testAgeDays: 28,
    result: randomMeasurement(45, 56, 'MPa'),
  },
  {
    kind: '砂',
    name: '机制砂',
    specs: ['中砂'],
    grades: ['Ⅱ类'],
    unit: 'bag',
    items: ['grading', 'clay'],
    standard: 'JGJ 52-2006',
    feePerUnit: 260,
    batchSizes: ['400m³'],
    makers: ['青山砂石有限公司'],
    result: (tools) => `细度模数${tools.int(23, 30) / 10}`,
  },
  {
    kind: '碎石',
    name: '碎石',
    specs: ['5～25mm', '5～31.5mm'],
    grades: ['Ⅱ类'],
    unit: 'bag',
    items: ['grading', 'clay', 'crushing'],
    standard: 'JGJ 52-2006',
    feePerUnit: 280,
    batchSizes: ['400m³'],
    makers: ['青山砂石有限公司'],
    result: (tools) => `压碎值${tools.int(7, 12)}%`,
  },
  {
    kind: '烧结砖',
    name: '烧结多孔砖',
    specs: ['240×115×90mm'],
    grades: ['MU10', 'MU15'],
    unit: 'group',
    items: ['compressive'],
    standard: 'GB/T 13544-2011',
    feePerUnit: 220,
    batchSizes: ['10万块'],
    makers: ['江城新型墙材有限公司'],
    result: randomMeasurement(10, 18, 'MPa'),
  },
  {
    kind: '保温板',
    name: '挤塑聚苯板',
    specs: ['50mm', '80mm'],
    grades: ['X250'],
    unit: 'group',
    items: ['thermal', 'combustion', 'compressive'],
    standard: 'GB/T 10801.2-2018',
    feePerUnit: 980,
    batchSizes: ['5000m²'],
    makers: ['暖诚节能材料有限公司'],
    result: (tools) => `0.0${tools.int(27, 30)} W/(m·K)`,
  },
  {
    kind: 'SBS改性沥青防水卷材',
    name: 'SBS改性沥青防水卷材',
    specs: ['PY PE 4mm', 'PY PE 3mm'],
    grades: ['Ⅰ型', 'Ⅱ型'],
    unit: 'roll',
    items: ['tensile', 'waterproof'],
    standard: 'GB 18242-2008',
    feePerUnit: 560,
    batchSizes: ['1000卷'],
    makers: ['固邦防水材料有限公司'],
    result: (tools) => `${tools.int(520, 860)} N/50mm`,
  },
  {
    kind: '沥青混合料',
    name: '沥青混合料',
    specs: ['AC-13C', 'AC-20C', 'SMA-13'],
    grades: ['改性'],
    unit: 'bag',
    items: ['marshall', 'grading'],
    standard: 'JTG E20-2011',
    feePerUnit: 860,
    batchSizes: ['600t'],
    makers: ['远拓沥青拌和站'],
    result: randomMeasurement(9, 14, 'kN'),
  },
  {
    kind: '路基土',
    name: '路基填土',
    specs: ['素土', '6%灰土'],
    grades: ['96区', '94区'],
    unit: 'bag',
    items: ['compaction'],
    standard: 'JTG 3430-2020',
    feePerUnit: 320,
    batchSizes: ['2000m²'],
    makers: ['现场取样'],
    result: (tools) => `压实度${tools.int(94, 99)}%`,
  },
  {
    kind: '电线电缆',
    name: '铜芯聚氯乙烯绝缘电线',
    specs: ['BV 2.5mm²', 'BV 4mm²'],
    grades: ['450/750V'],
    unit: 'roll',
    items: ['combustion'],
    standard: 'GB/T 5023.3-2008',
    feePerUnit: 300,
    batchSizes: ['200卷'],
    makers: ['明达线缆有限公司'],
    result: () => '符合要求',
  },
];

/** Returns one row of the table of samples, as entered for a delivered sample. */
export function sampleRow(tools: Tools, date: Date, number: number): Record<string, unknown> {
  const kind = tools.pick(SAMPLE_KINDS);
  const quantity = kind.unit === 'group' ? tools.int(1, 6) : tools.int(1, 2);
  return {
    sampleNo: `YP-${tools.day(date).slice(2, 7).replace('-', '')}-${String(number).padStart(4, '0')}`,
    sampleKind: kind.kind,
    sampleName: kind.name,
    spec: tools.pick(kind.specs),
    grade: tools.pick(kind.grades),
    quantity,
    unit: kind.unit,
    testItems: [...kind.items],
    batch: tools.pick(kind.batchSizes),
    manufacturer: tools.pick(kind.makers),
    moldDate: tools.day(date, -(kind.testAgeDays ?? tools.int(1, 3))),
    ...(kind.testAgeDays ? { age: kind.testAgeDays } : {}),
    standard: kind.standard,
    fee: kind.feePerUnit * quantity,
  };
}

/** Returns the values that the tester enters in a row. */
export function testResult(tools: Tools, sampleName: unknown): { testResult: string; conclusion: string } {
  const kind = SAMPLE_KINDS.find(({ name }) => name === sampleName);
  return { testResult: kind?.result(tools) ?? '符合要求', conclusion: tools.chance(0.94) ? 'pass' : 'fail' };
}
