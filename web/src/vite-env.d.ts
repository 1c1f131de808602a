/// <reference types="vite/client" />
declare module "translation:*";
