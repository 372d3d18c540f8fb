/** Has the id of the announcement that the reader has closed, so that the server leaves it out. */
export const announcementCookie = 'farebox_announcement';
