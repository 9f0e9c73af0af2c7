/** What the log is about, as people call it. */
const OBJECTS: Readonly<Record<string, string>> = {
  auth: '登录', sys_user: '用户', sys_user_role: '用户的角色', sys_user_unit: '用户的单位', sys_role: '角色', sys_role_scope: '数据权限', sys_org: '单位和部门', sys_menu: '菜单', sys_area: '行政区划', hr_personal_modify: '本人修改档案的开关',
  sys_dict_type: '字典', sys_dict_item: '字典项', sys_notice: '通知公告', doc_document: '文档草稿', doc_version: '文档版本', att_file: '文件', att_busi: '业务附件',
  mail_message: '邮件（发件）', mail_receipt: '邮件（收件）',
};

const ACTIONS: Readonly<Record<string, string>> = {
  insert: '新增', update: '修改', delete: '删除', signIn: '登录', signInFailed: '登录失败', locked: '锁定', signOut: '退出', tokenReused: '凭证重复使用', sessionEnded: '退出其他设备', unlocked: '解除锁定',
};

const COLUMNS: Readonly<Record<string, string>> = {
  id: '编号', code: '编码', name: '名称', title: '标题', username: '用户名', password_hash: '密码', dept_id: '部门', unit_id: '单位', post: '岗位', photo_id: '头像', is_disabled: '停用', role_code: '角色',
  user_id: '用户', permissions: '权限', parent_id: '上级', leader_id: '负责人', sn: '序号', url: '地址', type: '类型', roles: '可见角色', item: '内容', is_changed: '已修改', created_at: '创建时间',
  dict_label: '显示文字', dict_value: '值', list_class: '样式', type_code: '字典', content: '内容', kind: '类别', status: '状态', unit_ids: '范围', author_id: '作者', author_name: '作者姓名', released_at: '发布时间',
  doc_key: '文档', version: '版本', state: '状态', note: '说明', published_at: '发布时间', published_version: '发布版本', draft: '草稿', draft_name: '草稿名称', draft_revision: '草稿修订', draft_by: '草稿作者', draft_by_name: '草稿作者姓名',
  draft_at: '草稿时间', updated_at: '更新时间', canonical: '规范内容', file_name: '文件名', file_ext: '扩展名', size: '大小', mime: '内容类型', sha256: '校验和', uploader_id: '上传人', bus_id: '业务编号', bus_type: '业务类型',
  file_id: '文件', create_by: '添加人', create_by_name: '添加人姓名', place: '位置', placed_at: '移动时间', reason: '原因', scope: '数据范围', form_key: '表单', is_removed: '已从菜单移除', subject: '主题', email_type: '邮件类型', to_ids: '收件人', cc_ids: '抄送人', file_ids: '附件', sender_id: '发件人', sender_name: '发件人姓名',
  source_id: '原邮件', sent_at: '发送时间', read_at: '阅读时间', message_id: '邮件', subjects: '事项', level: '级别', pinyin: '拼音',
};

/** Keys of an entry of the menu, by their way from the entry. */
const MENU_KEYS: Readonly<Record<string, string>> = {
  name: '名称', path: '路径', component: '界面', icon: '图标', showFlag: '在菜单中显示', alwaysShow: '总是显示分组', redirect: '转到', url: '网页地址', type: '类型', roles: '可见角色', code: '编码', sn: '序号', id: '编号',
  'meta.title': '标题', 'meta.icon': '图标', 'meta.link': '网页地址', 'meta.noCache': '不缓存',
};

/** Writes of records. */
const RECORD_ACTIONS: Readonly<Record<string, string>> = {
  save: '保存', submit: '提交', approve: '通过', return: '退回', reject: '不同意', takeBack: '撤回', void: '作废', import: '导入', remove: '删除',
};
export const recordActionName = (action: string): string => RECORD_ACTIONS[action] ?? action;

export const objectName = (object: string): string => OBJECTS[object] ?? object;
export const actionName = (action: string): string => ACTIONS[action] ?? action;
export const columnName = (column: string): string => COLUMNS[column] ?? column;

export const menuKeyName = (path: readonly string[]): string => MENU_KEYS[path.join('.')] ?? path.join('.');

/** Tables that people call by this word. */
export const objectsNamed = (word: string): string[] => Object.keys(OBJECTS).filter((object) => OBJECTS[object]?.includes(word));

/** Choices of the page's filters. */
export const auditChoices = {
  objects: Object.entries(OBJECTS).map(([value, label]) => ({ value, label })),
  actions: Object.entries(ACTIONS).map(([value, label]) => ({ value, label })),
  recordActions: Object.entries(RECORD_ACTIONS).map(([value, label]) => ({ value, label })),
};
