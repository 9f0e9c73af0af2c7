import { useState } from 'react';
import {
  DesktopOutlined,
  DownOutlined,
  IdcardOutlined,
  KeyOutlined,
  LogoutOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { App, Avatar, Dropdown, Tooltip, type ButtonProps, type MenuProps } from 'antd';
import { useNavigate } from 'react-router-dom';
import { LazyDialog } from '../../runtime/host/LazyDialog.tsx';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import { confirmLeave } from '../../runtime/screen/leaveGuard.ts';
import { useSession, useSessionState } from '../../session/context.ts';
import { PasswordDialog } from './PasswordDialog.tsx';
import { PhotoDialog } from './PhotoDialog.tsx';

const SessionsDialog = lazyFace(async () => (await import('./SessionsDialog.tsx')).SessionsDialog);

/** TB-005…007: menu with profile, photo, password, open sessions and sign-out; shows name and avatar. */
export function UserMenu() {
  const session = useSession();
  const { name, avatar, userInfo } = useSessionState();
  const { modal } = App.useApp();
  const navigate = useNavigate();
  const [isPasswordOpen, setPasswordOpen] = useState(false);
  const [isPhotoOpen, setPhotoOpen] = useState(false);
  const [areSessionsOpen, setSessionsOpen] = useState(false);
  const [isOpen, setOpen] = useState(false);

  const confirmSignOut = (): void => {
    // AU-013
    modal.confirm({
      title: '提示',
      content: '确定注销并退出系统吗？',
      okText: '确定',
      cancelText: '取消',
      okButtonProps: { 'data-action': 'confirm-sign-out' } as ButtonProps,
      onOk: () => confirmLeave(() => void session.signOut()),
    });
  };
  const cardLines = [userInfo?.mainDept?.unitName, userInfo?.mainDept?.name, name].filter(Boolean);
  const card = (
    <span className="sf-user-card">
      {cardLines.map((line, index) => (
        <span key={index}>{line}</span>
      ))}
    </span>
  );
  const items: MenuProps['items'] = [
    // TB-005: the same content as the tooltip, for touch screens, on which no tooltip appears
    { key: 'card', type: 'group', label: card },
    { type: 'divider' },
    {
      key: 'profile',
      icon: <IdcardOutlined />,
      label: <span data-action="open-profile">个人中心</span>,
      onClick: () => void navigate('/profile'),
    },
    {
      key: 'photo',
      icon: <UserOutlined />,
      label: <span data-action="change-photo">更换头像</span>,
      onClick: () => setPhotoOpen(true),
    },
    {
      key: 'password',
      icon: <KeyOutlined />,
      label: <span data-action="change-password">修改密码</span>,
      onClick: () => setPasswordOpen(true),
    },
    {
      key: 'sessions',
      icon: <DesktopOutlined />,
      label: <span data-action="open-sessions">登录设备</span>,
      onClick: () => setSessionsOpen(true),
    },
    { type: 'divider' },
    {
      key: 'leave',
      icon: <LogoutOutlined />,
      label: <span data-action="sign-out">退出登录</span>,
      onClick: confirmSignOut,
    },
  ];
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight" open={isOpen} onOpenChange={setOpen}>
        <button type="button" className="sf-user" data-action="user-menu">
          <span aria-hidden="true">
            <Avatar size={30} src={avatar || undefined} className="sf-avatar">
              {name.slice(-2) || '?'}
            </Avatar>
          </span>
          <Tooltip placement="left" {...(isOpen ? { open: false } : {})} title={card}>
            <span className="sf-user-name">{name}</span>
          </Tooltip>
          <span className="sf-unseen">的用户菜单</span>
          <DownOutlined className="sf-user-arrow" />
        </button>
      </Dropdown>
      <PasswordDialog isOpen={isPasswordOpen} onClose={() => setPasswordOpen(false)} />
      {areSessionsOpen ? (
        <LazyDialog onClose={() => setSessionsOpen(false)}>
          <SessionsDialog onClose={() => setSessionsOpen(false)} />
        </LazyDialog>
      ) : null}
      <PhotoDialog isOpen={isPhotoOpen} onClose={() => setPhotoOpen(false)} />
    </>
  );
}
