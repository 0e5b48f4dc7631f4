/// <reference types="vite/client" />
import DefaultTheme from 'vitepress/theme-without-fonts';
import '../../../web/ui/font/font.css';
import './style.css';

export default DefaultTheme;
