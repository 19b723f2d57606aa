from django.urls import path
urlpatterns = [path("items/<int:pk>/", item)]
REDIRECT = "https://www.example.org/login?next={}".format(url)
WRONG = "https://www.example.org/%q"
