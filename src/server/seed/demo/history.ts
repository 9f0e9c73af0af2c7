import { amountOf, numberText, createWorkLinesFor, type Deal, type StoryProject } from './storyParts.ts';
import { createTools } from './tools.ts';
import { OWNERS, REGIONS } from './words.ts';

// This file adds projects and contracts that are older or younger than those of the story. The older ones are from the
// previous year, so that every month can be compared with the same month a year before; the younger ones are from the
// last weeks. Times are numbers of days before today. The clock is not read.

const PLACES = ['江北', '城南', '高新区', '经开区', '临港', '云龙湖'] as const;
const BUILDINGS = [
  '中学教学楼',
  '人才公寓',
  '水务管网改造工程',
  '科技园配套道路',
  '社区卫生服务中心',
  '跨线桥加固工程',
  '轨道交通出入口工程',
  '湿地公园',
] as const;
const DEPTS = ['dept-cl', 'dept-jg', 'dept-dj', 'dept-sz'] as const;
const LEADERS = ['dengguoqiang', 'hanlei', 'fanzhigang', 'caoweimin'] as const;
/** Numbers of projects that are older and younger than those of the story. */
const PAST_COUNT = 40;
const RECENT_COUNT = 7;
/** Ages in days of the oldest and of the youngest of the `PAST_COUNT` older projects. */
const OLDEST_PAST_DAYS = 775;
const YOUNGEST_PAST_DAYS = 415;
/** Minimum age in days of the contracts of the year before the story. */
export const LAST_YEAR_DAYS = 404;

const tools = createTools(20_290_000);

const daysAgoOf = (index: number): number =>
  index < PAST_COUNT
    ? Math.round(OLDEST_PAST_DAYS - ((OLDEST_PAST_DAYS - YOUNGEST_PAST_DAYS) * index) / (PAST_COUNT - 1)) +
      tools.int(-3, 3)
    : 46 - (index - PAST_COUNT) * 7;

function projectAt(index: number): StoryProject {
  const daysAgo = daysAgoOf(index);
  const owner = (index * 5) % OWNERS.length;
  const dept = tools.int(0, DEPTS.length - 1);
  return {
    id: '',
    name: `${PLACES[index % PLACES.length]}${BUILDINGS[Math.floor(index / PLACES.length) % BUILDINGS.length]}`,
    owner: OWNERS[owner] as string,
    customer: `customerProfile-${numberText(owner + 1)}`,
    region: REGIONS[(index * 3) % REGIONS.length] as (typeof REGIONS)[number],
    dept: DEPTS[dept] as string,
    leader: LEADERS[dept] as string,
    daysAgo,
    state: index < PAST_COUNT ? '已完工' : daysAgo < 20 ? '待进场' : '检测中',
  };
}

function dealOf(project: StoryProject, index: number): Deal {
  const age = Math.max(2, project.daysAgo - tools.int(3, 8));
  const quote = createWorkLinesFor(tools, tools.money(190_000, 690_000, 1000), tools.int(3, 6));
  const amount = amountOf(quote);
  return {
    id: '',
    index,
    project,
    name: `${project.name}检测服务合同`,
    amount,
    changeAmount: 0,
    finalAmount: amount,
    age,
    state: age < 8 ? '待生效' : '履行中',
    quote,
    settled: 0,
    received: 0,
  };
}

/** Sorted by age, the oldest first. The story assigns their ids. */
export const MORE_PROJECTS: readonly StoryProject[] = Array.from(
  { length: PAST_COUNT + RECENT_COUNT },
  (_none, index) => projectAt(index),
);

/** One contract for each of `MORE_PROJECTS`. */
export const MORE_DEALS: readonly Deal[] = MORE_PROJECTS.map(dealOf);
