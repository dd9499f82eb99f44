// news
