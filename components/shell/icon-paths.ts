// Beside those of the header, which every page loads: what menus and the console draw.

export const rightIcon = 'm6 4 4 4-4 4';
export const checkIcon = 'm3 8.5 3.2 3.2L13 5';
export const plusIcon = 'M8 3v10M3 8h10';
export const clockIcon = 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM8 4.5V8l2.5 1.5';
export const moreIcon = 'M3.5 8h.01M8 8h.01M12.5 8h.01';
export const menuIcon = 'M2 4.5h12M2 8h12M2 11.5h12';
export const infoIcon = 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM8 7.3v3.6M8 5v.01';
export const importIcon = 'M8 2v8m-3-3 3 3 3-3M2.5 11v2.5h11V11';
export const downloadIcon = 'M8 2v9m-3.5-3.5L8 11l3.5-3.5M2.5 14h11';
export const fileIcon = 'M4 1.5h5.5L12.5 5v9.5h-8.5zM9.5 1.5V5h3';
export const penIcon = 'M11 2.5l2.5 2.5L5.5 13l-3.2.7.7-3.2L11 2.5Z';
export const eyeIcon =
  'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 9.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6';

/** The pages. */
export const overviewIcon = 'M2.5 13.5v-5M6.2 13.5v-9M9.8 13.5V7M13.5 13.5v-11';
export const productsIcon = 'M2 5 8 2l6 3v6l-6 3-6-3V5Zm0 0 6 3 6-3M8 8v6';
export const apisIcon = 'M5 4 1.5 8 5 12M11 4l3.5 4L11 12M9 3 7 13';
export const tagsIcon = 'M2 2.5h5.5L14 9l-5 5-7-6.5zM5 5.5v.01';
export const featuredIcon = 'm8 1.8 1.9 4 4.3.6-3.1 3 .7 4.3L8 11.6l-3.8 2.1.7-4.3-3.1-3 4.3-.6z';
export const networkIcon = 'M5.5 2h5v4h-5zM1.5 10.5h4v3.5h-4zM10.5 10.5h4v3.5h-4zM8 6v2.5M3.5 10.5v-2h9v2';
export const lockIcon = 'M3.5 7h9v7h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2';
export const accountsIcon =
  'M2.5 14V3.5L8 2v12M8 6l5.5 1.5V14M1.5 14h13M4.8 5.5v.01M4.8 8v.01M4.8 10.5v.01M10.8 9.5v.01M10.8 11.8v.01';
export const personIcon = 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.5 14c.4-3 2.5-4.5 5.5-4.5s5.1 1.5 5.5 4.5';
export const peopleIcon =
  'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM1.5 13.5c.3-2.5 2-4 4.5-4s4.2 1.5 4.5 4M10.5 2.8a2.4 2.4 0 0 1 0 4.5M12 9.8c1.5.5 2.3 1.8 2.5 3.7';
export const keyIcon = 'M5.2 13.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM7.5 8 13.5 2M11 4.5l2 2';
export const callsIcon = 'M2 5.5h10.5M9.5 2.5l3 3-3 3M14 10.5H3.5M6.5 7.5l-3 3 3 3';
export const ledgerIcon =
  'M3 2h8.5A1.5 1.5 0 0 1 13 3.5V14H4.5A1.5 1.5 0 0 1 3 12.5V2ZM3 12.5A1.5 1.5 0 0 1 4.5 11H13M6 5h4';
export const mailIcon = 'M1.5 3.5h13v9h-13zM1.5 4l6.5 5 6.5-5';
export const shieldIcon =
  'M8 1.5 13.5 3.5v4c0 3.5-2.3 5.8-5.5 7-3.2-1.2-5.5-3.5-5.5-7v-4L8 1.5ZM5.5 8l1.8 1.8L10.7 6';
export const backupIcon = 'M2 4h12v3H2zM3 7v6.5h10V7M6.5 9.5h3';
export const settingsIcon =
  'M1.5 5H8M12 5h2.5M1.5 11H4M8 11h6.5M10 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM6 13a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z';
export const ticketIcon =
  'M1.5 4h13v2.5a1.5 1.5 0 0 0 0 3V12h-13V9.5a1.5 1.5 0 0 0 0-3V4ZM10 4.5v1M10 7.5v1M10 10.5v1';
export const terminalIcon = 'M1.5 2.5h13v11h-13zM4.5 6l2 2-2 2M8.5 10.5h3';
export const signOutIcon = 'M6.5 2.5h-4v11h4M10 5l3 3-3 3M13 8H6';
export const themeIcon =
  'M8 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8 1.5V3M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1';

/** An inbox. */
export const requestsIcon = 'M2 3h12v8.5H8.5L5.5 14v-2.5H2zM5 6h6M5 8.5h4';
