import { LOG_PERMISSION } from '../http/permission.ts';

/** A permission that a button or page of 系统管理 requires and that roles may have. `menu`: the menu entry of the page. */
export interface Permission {
  code: string;
  name: string;
  menu: string;
}

export const PERMISSIONS: readonly Permission[] = [
  { code: 'system:user:list', name: '查看用户', menu: 'userManager' },
  { code: 'system:user:edit', name: '新增、修改、停用、离职', menu: 'userManager' },
  { code: 'system:user:reset', name: '重置密码、解锁、结束登录', menu: 'userManager' },
  { code: 'system:user:import', name: '导入与导出用户', menu: 'userManager' },
  { code: 'system:org:edit', name: '维护单位和部门', menu: 'orgManager' },
  { code: 'system:post:edit', name: '维护岗位', menu: 'postManager' },
  { code: 'system:group:edit', name: '维护用户组', menu: 'groupManager' },
  { code: 'system:dict:edit', name: '维护字典', menu: 'dictManager' },
  { code: LOG_PERMISSION, name: '查看登录、访问与操作日志', menu: 'signInLog' },
  { code: 'system:online:end', name: '查看并结束在线会话', menu: 'onlineSessions' },
  { code: 'system:notice:edit', name: '起草、发布通知公告', menu: 'noticeRelease' },
];
