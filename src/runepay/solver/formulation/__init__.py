"""The constraint model of one payment, one module a group of rules.

``total`` the five stages · ``listed`` the same, from a list of finished totals · ``actions`` non-resource costs ·
``producers`` runes, pool and Adds · ``matching`` which Power may pay which pip · ``legality`` what the payment may not
do · ``goal`` the criteria.
"""
