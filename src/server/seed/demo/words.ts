// Invented names for the data of the demo company, which tests building materials and structures.

/** Names of construction projects. */
export const PROJECTS = [
  '滨江花园二期',
  '云龙湖科创园一期',
  '高铁新城安置房三期',
  '江北新区市民中心',
  '轨道交通6号线TJ03标段',
  '城东污水处理厂扩建工程',
  '第一人民医院新院区门诊楼',
  '职业技术学院实训楼',
  '大运河文化公园',
  'S268省道改建工程',
  '数字经济产业园A区',
  '老旧小区改造工程（2026年度）',
  '环城快速路综合管廊',
  '体育中心全民健身馆',
  '冷链物流基地',
  '锦绣江南住宅小区',
  '港口集装箱堆场改造',
  '光伏组件厂房',
  '智能制造标准厂房',
  '长江大桥北引桥维修加固',
  '实验小学新城校区',
  '凤凰山隧道工程',
  '市政道路提升改造（一标段）',
  '生物医药孵化园',
  '城南水厂清水池',
  '人才公寓二期',
  '会展中心二期幕墙工程',
  '南湖片区基坑支护工程',
  '农贸市场升级改造',
  '静脉产业园焚烧发电项目',
] as const;

/** Clients that own the projects. */
export const OWNERS = [
  '江城城市建设投资集团有限公司',
  '江城轨道交通建设有限公司',
  '恒泽房地产开发有限公司',
  '江北新区公共工程建设中心',
  '江城交通运输局工程处',
  '江城水务集团有限公司',
  '云龙科创园开发有限公司',
  '江城第一人民医院',
  '江城职业技术学院',
  '锦绣江南置业有限公司',
  '大运河文化旅游发展有限公司',
  '江城产业投资发展有限公司',
] as const;

export const BUILDERS = [
  '中诚建设集团有限公司',
  '华通市政工程有限公司',
  '江城第二建筑安装工程有限公司',
  '鼎固基础工程有限公司',
  '远拓路桥工程有限公司',
  '宏基建工集团有限公司',
  '安泰钢结构工程有限公司',
  '汇丰装饰工程有限公司',
] as const;

export const SUPERVISORS = [
  '诚信工程监理有限公司',
  '江城建设监理咨询有限公司',
  '众合项目管理有限公司',
  '东方工程咨询监理有限公司',
] as const;
/** Agencies that organise calls for tenders. */
export const AGENCIES = [
  '江城公共资源交易中心',
  '国信招标代理有限公司',
  '公诚项目管理咨询有限公司',
  '华采招标咨询有限公司',
] as const;
export const BANKS = [
  '工商银行江城城中支行',
  '建设银行江城开发区支行',
  '农业银行江城江北支行',
  '中国银行江城分行营业部',
  '招商银行江城分行',
  '江城农村商业银行新区支行',
] as const;
/** Fields of testing: the stored value and the name. */
export const TESTING_DOMAINS = [
  ['structure', '主体结构'],
  ['foundation', '地基基础'],
  ['steel', '钢结构'],
  ['energy', '建筑节能'],
  ['indoor', '室内环境'],
  ['road', '市政道路'],
  ['bridge', '桥梁'],
  ['monitoring', '基坑监测'],
  ['witness', '见证取样'],
] as const;
/** Provinces and cities of calls for tenders. */
export const CITIES = [
  ['江苏省', '南京市'],
  ['江苏省', '苏州市'],
  ['江苏省', '扬州市'],
  ['江苏省', '镇江市'],
  ['浙江省', '杭州市'],
  ['浙江省', '嘉兴市'],
  ['安徽省', '合肥市'],
  ['安徽省', '滁州市'],
  ['湖北省', '武汉市'],
] as const;

/** Provinces and cities of projects. Places near the company are repeated, so that most projects are there. */
export const REGIONS = [
  ['江苏省', '南京市'],
  ['江苏省', '苏州市'],
  ['江苏省', '南京市'],
  ['安徽省', '合肥市'],
  ['江苏省', '扬州市'],
  ['江苏省', '南京市'],
  ['浙江省', '杭州市'],
  ['江苏省', '镇江市'],
  ['江苏省', '南京市'],
  ['江苏省', '无锡市'],
  ['湖北省', '武汉市'],
  ['江苏省', '苏州市'],
  ['安徽省', '滁州市'],
  ['浙江省', '嘉兴市'],
  ['江苏省', '南通市'],
  ['山东省', '济南市'],
  ['上海市', '嘉定区'],
] as const;

/** Opinions of people who approve a record. */
export const APPROVAL_OPINIONS = [
  '同意。',
  '情况属实，同意。',
  '已核，同意办理。',
  '同意，请按规定办理。',
  '资料齐全，同意。',
] as const;
export const MANAGER_APPROVAL_OPINIONS = ['同意。', '同意，请经办部门跟进落实。', '原则同意，注意控制风险。'] as const;
